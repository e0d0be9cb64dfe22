// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A timeout that counts from the scheduler's next clock check, and not from the call.
///
///     const tollgate::fiber::deferred timeout(std::chrono::seconds(10));
///     // then: auto message = messages.pop_for(timeout);
///
/// A wait that ends by this timeout is never shorter than the time. The wait may be longer than
/// with a timeout that counts from the call. The difference is at most the time between two clock
/// checks. `basic_round_robin` describes clock checks.
///
/// - *Cost*: no reading of the clock. A reading of the clock is most of the cost of a timeout that
///   counts from the call.
class deferred {
public:
    /// With a time of zero or less, a call does not wait.
    template <class Rep, class Period>
    explicit constexpr deferred(const std::chrono::duration<Rep, Period>& time) noexcept
        : time_(tollgate::sleep::nanoseconds_of(time)) {}

    /// The time, rounded to nanoseconds.
    [[nodiscard]] constexpr std::chrono::nanoseconds time() const noexcept { return time_; }

private:
    std::chrono::nanoseconds time_;
};

} // namespace tollgate::fiber
