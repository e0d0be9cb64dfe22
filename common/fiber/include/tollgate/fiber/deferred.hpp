// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A time for a wait that need not be counted from the very moment of the call: the scheduler
/// counts it from when it next looks at the time, which it does for its own sake.
///
///     while (auto one = messages.pop_for(deferred(10s))) { … }
///
/// Never shorter than the time, and longer than one that is counted from the call by no more than
/// what lies between two looks, see `basic_round_robin`. No clock is read for it, which is most of
/// what an exact time costs.
class deferred {
public:
    template <class Rep, class Period>
    explicit constexpr deferred(const std::chrono::duration<Rep, Period>& time) noexcept
        : time_(tollgate::sleep::nanoseconds_of(time)) {}

    [[nodiscard]] constexpr std::chrono::nanoseconds time() const noexcept { return time_; }

private:
    std::chrono::nanoseconds time_;
};

} // namespace tollgate::fiber
