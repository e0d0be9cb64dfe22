// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/detail/alarm_source.hpp>
#include <tollgate/fiber/detail/channel_source.hpp>
#include <tollgate/fiber/detail/fiber_wait.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/queue/select.hpp>

#include <chrono>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <utility>

namespace tollgate::fiber {

using queue::by_priority;
using queue::cancelled_by;
using queue::selected;
using queue::until;
using queue::within;

/// A source of a select: pops an element of a channel, and calls `handler(T&&)`. If the channel is
/// closed and empty, the select ends with `closed`, and the handler is not called.
template <class T, class Clock, detail::sharing Sharing, std::invocable<T&&> Handler>
[[nodiscard]] auto pop(basic_channel<T, Clock, Sharing>& from, Handler handler) {
    return detail::channel_pop_source<basic_channel<T, Clock, Sharing>, Handler>(
        from, std::move(handler));
}

/// A source of a select: pushes an element into a channel, and calls `handler()` after the push. If
/// another source ends the select, a T that you pass as an rvalue keeps its value. If the channel
/// is closed, the select ends with `closed`, and the handler is not called.
template <class T, class Clock, detail::sharing Sharing, std::convertible_to<T> U,
          std::invocable Handler = queue::no_action>
[[nodiscard]] auto push(basic_channel<T, Clock, Sharing>& into, U&& element, Handler handler = {}) {
    return detail::channel_push_source<basic_channel<T, Clock, Sharing>, U, Handler>(
        into, std::forward<U>(element), std::move(handler));
}

/// A source of a select: ends the select with `timeout` if the alarm goes off, or has gone off, and
/// calls `handler()`. All other sources have precedence.
template <class Clock, std::invocable Handler = queue::no_action>
[[nodiscard]] auto until(basic_alarm<Clock>& end, Handler handler = {}) {
    return detail::alarm_source<Clock, Handler>(end, std::move(handler));
}

namespace detail {
template <class Clock, class... Sources>
[[gnu::always_inline]] inline selected select_in_fiber(queue::detail::preference preferred,
                                                       Sources&... sources) {
    std::tuple<Sources&...> all(sources...);
    selected result{0, queue::status::empty};
    if (!queue::detail::attempt_all(preferred, all, result)) {
        fiber_wait<Clock> wait(basic_round_robin<Clock>::of_running_fiber());
        result = queue::detail::waiting_select(wait, preferred, all).wait();
    }
    queue::detail::finish(result.index, all);
    return result;
}
} // namespace detail

/// Waits for the first of several sources, like `queue::select`. Only the fiber waits. The sources
/// are pops and pushes of channels and of queues, tokens, deadlines and alarms.
///
///     const auto receive = [](auto& messages, auto& control, auto& silence, int& sum) {
///         return tollgate::fiber::select(
///             tollgate::fiber::pop(messages, [&](int message) { sum += message; }),
///             tollgate::queue::pop(control, [&](int command) { sum *= command; }),
///             tollgate::fiber::until(silence));
///     };
///
/// `queue::select` describes the order of the sources. If a channel gives an element to the select,
/// or takes the element of a push from the select, no other fiber can take the element. If a set
/// pops a channel of capacity 0, do not push to this channel in a select of the set: the set and
/// the push would wake each other for ever.
///
/// - *Threads*: a fiber, under `basic_round_robin<Clock>`. A thread calls `queue::select`, also if
///   a source is a `shared_channel`. Any thread may cancel a token.
/// - *Exceptions*: the call throws std::logic_error if it has to wait and another algorithm
///   schedules the thread's fibers. `queue::select` lists the other exceptions.
/// - *Cost*: without a wait, a look at each source, and the operation that happens. With a wait,
///   an entry into each wait queue, a compare-and-swap by the owner and one by the waking thread,
///   and a switch. No allocation.
template <class Clock = std::chrono::steady_clock, class... Sources>
    requires(sizeof...(Sources) > 0)
[[gnu::always_inline]] inline selected select(Sources&&... sources) {
    return detail::select_in_fiber<Clock>(queue::detail::preference::none, sources...);
}
/// Selects the first source that is ready, in the order of the arguments.
template <class Clock = std::chrono::steady_clock, class... Sources>
    requires(sizeof...(Sources) > 0)
[[gnu::always_inline]] inline selected select(queue::by_priority_t /*unused*/,
                                              Sources&&... sources) {
    return detail::select_in_fiber<Clock>(queue::detail::preference::first_arguments, sources...);
}

} // namespace tollgate::fiber
