// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_by.hpp>
#include <tollgate/sleep/time_source.hpp>

#include <chrono>
#include <type_traits>

namespace tollgate::queue::detail {

/// The deadline source of a wait that has no deadline.
///
/// A deadline source is a function that returns the deadline of a wait. The source may read the
/// clock, so it is called only if the thread has to wait, and only once. A source with a member
/// `is_over()`, such as sleep::deadline_by, is called again after each sleep.
struct no_deadline {
    std::chrono::steady_clock::time_point operator()() const noexcept {
        return (std::chrono::steady_clock::time_point::max)();
    }
};

/// Makes the deadline source of a deadline of any clock, in any unit.
template <sleep::time_source Time, class Clock, class Duration>
auto deadline_source(const std::chrono::time_point<Clock, Duration>& deadline) {
    if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) {
        return [at = sleep::deadline_at(deadline)] { return at; };
    } else {
        return sleep::deadline_by<Clock, Time>(deadline);
    }
}

/// Makes the deadline source of a time, which counts from the call of the source. `time` must
/// outlive the source.
template <sleep::time_source Time, class Rep, class Period>
auto deadline_source(const std::chrono::duration<Rep, Period>& time) {
    return [&time] { return sleep::deadline_after(time, Time::now()); };
}

/// A deadline or a time.
template <class Limit>
concept time_limit = requires(const Limit& limit) {
    deadline_source<std::chrono::steady_clock>(limit);
};

} // namespace tollgate::queue::detail
