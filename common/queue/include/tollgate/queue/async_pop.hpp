// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/select_awaitable.hpp>
#include <tollgate/queue/popped.hpp>
#include <tollgate/queue/select.hpp>
#include <tollgate/queue/status.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <concepts>
#include <tuple>
#include <utility>

namespace tollgate::queue {

namespace detail {
/// The result of a pop, whose source is the first.
struct give_element {
    template <class Pop, class... Others>
    auto operator()(selected result, std::tuple<Pop&, Others&...>& sources) const noexcept {
        using popped_type = decltype(std::get<0>(sources).take());
        return result.index == 0 ? std::get<0>(sources).take() : popped_type(result.status);
    }
};
/// The result of a push.
struct give_status {
    template <class... Sources>
    status operator()(selected result, const std::tuple<Sources&...>& /*unused*/) const noexcept {
        return result.status;
    }
};

/// One operation, with the cancellation of its call.
template <class Ending, class Operation, cancellation By>
[[nodiscard]] auto awaitable_with(Operation operation, const By& by) {
    if constexpr (std::same_as<By, cancel::dummy_token>) {
        return select_awaitable<Ending, Operation>(preference::none, std::move(operation));
    } else {
        using token =
            token_source<no_action, std::same_as<By, while_waiting> ? source_kind::deadline
                                                                    : source_kind::cancellation>;
        return select_awaitable<Ending, Operation, token>(preference::none, std::move(operation),
                                                          token(token_of(by), no_action()));
    }
}
} // namespace detail

/// Lets a coroutine take the first element out of a queue, like `pop`. The result of the co_await
/// is a `popped<T>`. Only the coroutine waits, and its thread continues with other work.
///
///     template <class Task>
///     Task work(auto& jobs, const tollgate::cancel::token& stop) {
///         while (auto job = co_await tollgate::queue::async_pop(jobs, stop)) {
///             job->run();
///         }
///     }
///
/// The second argument is a cancellation, as in a pop. For everything else, the contract of
/// `async_select` holds.
template <class Queue, detail::cancellation By = cancel::dummy_token>
[[nodiscard]] auto async_pop(Queue& from, const By& cancellation = By()) {
    return detail::awaitable_with<detail::give_element>(pop(from, no_action()), cancellation);
}

/// Lets a coroutine append an element to a queue, like `push`. The result of the co_await is a
/// `status`. If the result is not `done`, a T that you moved into the call is unchanged.
///
///     template <class Task>
///     Task give(auto& results, int result, const tollgate::cancel::token& stop) {
///         const auto given = co_await tollgate::queue::async_push(results, result, stop);
///         co_return given == tollgate::queue::status::done;
///     }
///
/// The queue has a capacity: a push of an `unbounded_queue` never waits. For everything else, the
/// contract of `async_select` holds.
template <class Queue, std::convertible_to<typename Queue::value_type> U,
          detail::cancellation By = cancel::dummy_token>
    requires requires(Queue& into) {
        into.capacity();
    }
[[nodiscard]] auto async_push(Queue& into, U&& element, const By& cancellation = By()) {
    return detail::awaitable_with<detail::give_status>(push(into, std::forward<U>(element)),
                                                       cancellation);
}

} // namespace tollgate::queue
