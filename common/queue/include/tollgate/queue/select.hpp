// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/ending_source.hpp>
#include <tollgate/queue/detail/queue_source.hpp>
#include <tollgate/queue/detail/select.hpp>
#include <tollgate/queue/detail/thread_select.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <functional>
#include <utility>

namespace tollgate::queue {

/// The function of a source that needs no function.
struct no_action {
    /// Does nothing.
    template <class... Arguments>
    constexpr void operator()(Arguments&&... /*unused*/) const noexcept {}
};

/// A source of a select: pops an element, and calls `handler(T&&)` with this element. If the queue
/// is closed and empty, the select ends with `closed`, and the handler is not called.
template <class Queue, std::invocable<typename Queue::value_type&&> Handler>
[[nodiscard]] auto pop(Queue& from, Handler handler) {
    return detail::pop_source<Queue, Handler>(from, std::move(handler));
}

/// A source of a select: pushes an element, and calls `handler()` after the push. If another source
/// ends the select, a T that you moved into the call is unchanged. If the queue is closed, the
/// select ends with `closed`, and the handler is not called. The queue has a capacity: a push of an
/// `unbounded_queue` never waits.
template <class Queue, std::convertible_to<typename Queue::value_type> U,
          std::invocable Handler = no_action>
    requires requires(Queue& into) {
        into.capacity();
    }
[[nodiscard]] auto push(Queue& into, U&& element, Handler handler = {}) {
    using element_type = detail::element_for<typename Queue::value_type, U>;
    return detail::push_source<Queue, element_type, Handler>(into, std::forward<U>(element),
                                                             std::move(handler));
}

/// A source of a select: ends the select with `cancelled` if the token is cancelled, and calls
/// `handler()`. The token has precedence over all other sources.
template <std::invocable Handler = no_action>
[[nodiscard]] auto cancelled_by(const cancel::token& cancellation, Handler handler = {}) {
    return detail::token_source<Handler>(cancellation, std::move(handler));
}
/// Deleted, because a temporary token would end before the select.
template <class Handler = no_action>
auto cancelled_by(const cancel::token&& cancellation, Handler handler = {}) = delete;

/// A source of a select: ends the select with `timeout` at the deadline, and calls `handler()`. All
/// other sources have precedence over the deadline.
template <std::invocable Handler = no_action>
[[nodiscard]] auto until(sleep::deadline_of<std::chrono::steady_clock> deadline,
                         Handler handler = {}) {
    auto source = [at = deadline.at()] { return at; };
    return detail::timed_source<decltype(source), Handler>(source, std::move(handler));
}
/// Like `until`, but ends the select after at least this time. The time counts from the moment at
/// which the select begins to wait. With a time of zero or less, the select does not wait.
template <class Rep, class Period, std::invocable Handler = no_action>
[[nodiscard]] auto within(std::chrono::duration<Rep, Period> time, Handler handler = {}) {
    using source = detail::time_within<std::chrono::duration<Rep, Period>>;
    return detail::timed_source<source, Handler>(source{time}, std::move(handler));
}

/// The type of `by_priority`.
struct by_priority_t {};
/// The first argument of a select that prefers its first sources.
inline constexpr by_priority_t by_priority{};

/// Waits for the first of several sources. Exactly one source happens. The others are as if you had
/// not named them.
///
///     const auto serve = [](auto& orders, auto& control, const auto& stop, int& sum) {
///         return tollgate::queue::select(
///             tollgate::queue::pop(orders, [&](int order) { sum += order; }),
///             tollgate::queue::pop(control, [&](int command) { sum *= command; }),
///             tollgate::queue::cancelled_by(stop),
///             tollgate::queue::within(std::chrono::hours(1)));
///     };
///
/// If several operations are ready, each has the same chance. With `by_priority` as the first
/// argument, the first of them happens. A cancelled token always has precedence, and a deadline
/// ends a select only if no operation is ready.
///
/// - *Threads*: only a thread may call this function. A fiber calls `fiber::select`. The queues
///   keep their rules: only the single consumer of an spsc_queue may select its pop.
/// - *Order*: the select waits in all its queues, among the other waiting threads. If the select is
///   woken but another thread has taken the item, the select keeps its place only in the queue that
///   woke it.
/// - *Memory order*: that of the operation that happened.
/// - *Lifetime*: the queues, the tokens and the element of a push must exist until the end of the
///   select.
/// - *Exceptions*: the construction of a T for a push may throw. Handlers run after the select has
///   left all queues. An exception of a handler leaves the select.
/// - *Cost*: without a wait, a look at each source, and the operation that happens. With a wait,
///   one entry into each wait queue. No allocation. A select has at most 64 sources, and a
///   `source_set` has any number.
template <class... Sources>
    requires(sizeof...(Sources) > 0)
[[gnu::always_inline]] inline selected select(Sources&&... sources) {
    return detail::select_in_thread(detail::preference::none, sources...);
}
/// Selects the first source that is ready, in the order of the arguments.
template <class... Sources>
    requires(sizeof...(Sources) > 0)
[[gnu::always_inline]] inline selected select(by_priority_t /*unused*/, Sources&&... sources) {
    return detail::select_in_thread(detail::preference::first_arguments, sources...);
}

} // namespace tollgate::queue
