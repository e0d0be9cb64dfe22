// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/batch.hpp>
#include <tollgate/queue/detail/batches.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/queue_core.hpp>
#include <tollgate/queue/detail/queue_operations.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/status.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

// The calls of a queue. `deadline` is a deadline source. It is read only if the call has to wait.

namespace tollgate::queue::detail {

template <class Core, class DeadlineSource, class U, class By>
[[gnu::always_inline]] inline status push_until_deadline(Core& core, const DeadlineSource& deadline,
                                                         U&& element, const By& cancellation) {
    if (must_not_begin(cancellation)) [[unlikely]] {
        return status::cancelled;
    }
    using ready_element = element_for<typename Core::value_type, U>;
    auto&& ready = static_cast<ready_element>(std::forward<U>(element));
    return core.push_or_wait(push_operation<Core, ready_element&&>{{core}, std::addressof(ready)},
                             deadline, cancellation);
}

template <class Core, class U>
status push_at_once(Core& core, U&& element) {
    using ready_element = element_for<typename Core::value_type, U>;
    auto&& ready = static_cast<ready_element>(std::forward<U>(element));
    return core.try_push(static_cast<ready_element&&>(ready));
}

template <class Core, class DeadlineSource, class By>
[[gnu::always_inline]] inline popped<typename Core::value_type>
pop_until_deadline(Core& core, const DeadlineSource& deadline, const By& cancellation) {
    popped<typename Core::value_type> result(status::empty);
    if (must_not_begin(cancellation)) [[unlikely]] {
        pop_operation<Core>::set_status(result, status::cancelled);
        return result;
    }
    const pop_operation<Core> operation{{core}, result};
    operation.set_status(result, core.pop_or_wait(operation, deadline, cancellation));
    return result;
}

template <class Core>
popped<typename Core::value_type> pop_at_once(Core& core) {
    popped<typename Core::value_type> result(status::empty);
    const pop_operation<Core> operation{{core}, result};
    operation.set_status(result, operation.attempt());
    return result;
}

template <class Core, class DeadlineSource, class Range, class By>
batch push_all_until_deadline(Core& core, const DeadlineSource& deadline, Range&& elements,
                              const By& cancellation) {
    using source = source_of<Range>;
    if (must_not_begin(cancellation)) [[unlikely]] {
        return {status::cancelled, 0};
    }
    return push_range<typename Core::value_type>(
        std::forward<Range>(elements),
        [&](auto* first, std::size_t count, std::size_t& pushed) {
            return core.push_or_wait(
                push_some_operation<Core, source>{{core}, first, count, pushed}, deadline,
                cancellation);
        },
        [&](source element) {
            return push_until_deadline(core, deadline, std::forward<source>(element), cancellation);
        });
}

template <class Core, class DeadlineSource, class Places, class By>
batch pop_some_until_deadline(Core& core, const DeadlineSource& deadline, const Places& places,
                              const By& cancellation) {
    auto prepared = prepare_places(places, core.most_at_once());
    batch result{must_not_begin(cancellation) ? status::cancelled : status::done, 0};
    if (result && prepared.most() != 0) {
        const pop_some_operation<Core, decltype(prepared)> operation{
            {core}, prepared, result.count};
        result.status = core.pop_or_wait(operation, deadline, cancellation);
    }
    return result;
}

template <class Core, class DeadlineSource, class By>
status wait_until_deadline(Core& core, const DeadlineSource& deadline, const By& cancellation) {
    if (must_not_begin(cancellation)) [[unlikely]] {
        return status::cancelled;
    }
    return core.pop_or_wait(peek_operation<Core>{{core}}, deadline, cancellation);
}

} // namespace tollgate::queue::detail
