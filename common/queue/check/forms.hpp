// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/scripted_kernel.hpp>

#include <tollgate/queue/status.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <ratio>
#include <utility>

namespace tollgate::queue {

using faults::scripted_time;

template <class Duration>
using steady_time = std::chrono::time_point<std::chrono::steady_clock, Duration>;
using real_seconds = std::chrono::duration<double>;

/// Limits are durations, functions that give a deadline when they are called, or this.
struct for_ever {};

/// Calls `with(name, limit)` for each limit that does not end a wait: what the scripted
/// clock never reaches by itself.
template <class With>
void with_every_endless_limit(With with) {
    using namespace std::chrono_literals;
    using time_point = scripted_time::time_point;
    const auto in_an_hour = [] { return scripted_time::present() + 1h; };
    const auto never = [] { return time_point::max(); };
    const auto seconds_max = [] { return steady_time<std::chrono::seconds>::max(); };
    const auto hours_max = [] { return steady_time<std::chrono::hours>::max(); };
    const auto infinity = [] {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        return steady_time<real_seconds>(real_seconds(infinite));
    };
    with("no limit", for_ever());
    with("until in an hour", in_an_hour);
    with("until max", never);
    with("until seconds::max", seconds_max);
    with("until hours::max", hours_max);
    with("until infinity", infinity);
    with("for 1h", 1h);
    with("for hours::max", std::chrono::hours::max());
    with("for nanoseconds::max", std::chrono::nanoseconds::max());
    with("for infinity", std::chrono::duration<double>(std::numeric_limits<double>::infinity()));
}

/// Those that end it before it begins.
template <class With>
void with_every_past_limit(With with) {
    using namespace std::chrono_literals;
    using time_point = scripted_time::time_point;
    const auto now = [] { return scripted_time::present(); };
    const auto an_hour_ago = [] { return scripted_time::present() - 1h; };
    const auto epoch = [] { return time_point(); };
    const auto min = [] { return time_point::min(); };
    const auto seconds_min = [] { return steady_time<std::chrono::seconds>::min(); };
    const auto none = [] {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        return steady_time<real_seconds>(real_seconds(nan));
    };
    with("until now", now);
    with("until an hour ago", an_hour_ago);
    with("until the epoch", epoch);
    with("until min", min);
    with("until seconds::min", seconds_min);
    with("until NaN", none);
    with("for 0s", 0s);
    with("for -1h", -1h);
    with("for hours::min", std::chrono::hours::min());
    with("for nanoseconds::min", std::chrono::nanoseconds::min());
    with("for NaN", std::chrono::duration<float>(std::numeric_limits<float>::quiet_NaN()));
}

/// Those that end it after a while: `with(name, limit, length)`.
template <class With>
void with_every_short_limit(With with) {
    using namespace std::chrono_literals;
    const auto soon = [] { return scripted_time::present() + 1ms; };
    const auto finer = [] {
        using picoseconds = std::chrono::duration<std::int64_t, std::pico>;
        return steady_time<picoseconds>(scripted_time::present() + picoseconds(1));
    };
    with("until in 1ms", soon, 1ms);
    with("until in 1ps", finer, 1ns);
    with("for 1ms", 1ms, 1ms);
    with("for 1ns", 1ns, 1ns);
    with("for 0.5ms", std::chrono::duration<double, std::milli>(0.5), 500us);
    with("for a third of a second", std::chrono::duration<int, std::ratio<1, 3>>(1), 333'333'334ns);
}

/// A push or pop in the form that the limit's type asks for; with or without a token.
template <class Queue, class... Token>
status push_in_form(Queue& to, typename Queue::value_type&& element, for_ever /*limit*/,
                    const Token&... by) {
    return to.push(std::move(element), by...);
}
template <class Queue, class Rep, class Period, class... Token>
status push_in_form(Queue& to, typename Queue::value_type&& element,
                    std::chrono::duration<Rep, Period> limit, const Token&... by) {
    return to.push_for(limit, std::move(element), by...);
}
template <class Queue, std::invocable Deadline, class... Token>
status push_in_form(Queue& to, typename Queue::value_type&& element, Deadline limit,
                    const Token&... by) {
    return to.push_until(limit(), std::move(element), by...);
}

template <class Queue, class... Token>
auto pop_in_form(Queue& from, for_ever /*limit*/, const Token&... by) {
    return from.pop(by...);
}
template <class Queue, class Rep, class Period, class... Token>
auto pop_in_form(Queue& from, std::chrono::duration<Rep, Period> limit, const Token&... by) {
    return from.pop_for(limit, by...);
}
template <class Queue, std::invocable Deadline, class... Token>
auto pop_in_form(Queue& from, Deadline limit, const Token&... by) {
    return from.pop_until(limit(), by...);
}

} // namespace tollgate::queue
