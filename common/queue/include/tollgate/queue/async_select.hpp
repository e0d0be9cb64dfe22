// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/detail/select_awaitable.hpp>
#include <tollgate/queue/select.hpp>

#include <tuple>
#include <utility>

namespace tollgate::queue {

namespace detail {
struct call_handlers {
    template <class... Sources>
    selected operator()(selected result, std::tuple<Sources&...>& sources) const {
        finish(result.index, sources);
        return result;
    }
};
} // namespace detail

/// Lets a coroutine wait for the first of several sources, like `select`. The result of the
/// co_await is a `selected`. Only the coroutine waits, and its thread continues with other work.
///
///     template <class Task>
///     Task serve(auto& orders, auto& control, const tollgate::cancel::token& stop) {
///         co_await queue::async_select(queue::pop(orders, [](auto next) { next.run(); }),
///                                      queue::pop(control, [](auto next) { next.obey(); }),
///                                      queue::cancelled_by(stop));
///     }
///
/// `select` describes the sources and their order. A source may also be a `source_set`. Handlers
/// run in the coroutine. A coroutine has no timer, so `until` and `within` are refused: use a token
/// of `cancel::source_with_deadline`.
///
/// After a wait, the coroutine continues on an executor: the executor of its promise
/// (`await::has_executor`), or the executor that `await::on` states. Coroutines, fibers and threads
/// may wait for the same queue at the same time. They wait in one wait queue, first come, first
/// served.
///
/// - *Threads*: any coroutine. The queues keep their rules: only the single consumer of an
///   spsc_queue may await its pop. The coroutine may continue on another thread, which then has
///   this role.
/// - *Memory order*: that of the operation that happened.
/// - *Lifetime*: await the result in the expression that makes it. The queues, the tokens and the
///   element of a push must exist until the coroutine has continued. You may destroy the waiting
///   coroutine: then no source happens, and a notification passes to the next waiter. But you may
///   not destroy the coroutine while a thread of the executor may resume it, and not in `post`.
/// - *Exceptions*: an exception of a handler leaves the co_await. The waiting throws nothing.
/// - *Cost*: without a wait, a look at each source, and the operation that happens. With a wait,
///   an entry into each wait queue, a compare-and-swap by the coroutine and one by the waking
///   thread, and a post. No allocation: the state of the wait is in the frame of the coroutine.
template <class... Sources>
    requires(sizeof...(Sources) > 0)
[[nodiscard]] auto async_select(Sources&&... sources) {
    return detail::select_awaitable<detail::call_handlers, Sources...>(
        detail::preference::none, std::forward<Sources>(sources)...);
}
/// Selects the first source that is ready, in the order of the arguments.
template <class... Sources>
    requires(sizeof...(Sources) > 0)
[[nodiscard]] auto async_select(by_priority_t /*unused*/, Sources&&... sources) {
    return detail::select_awaitable<detail::call_handlers, Sources...>(
        detail::preference::first_arguments, std::forward<Sources>(sources)...);
}

} // namespace tollgate::queue
