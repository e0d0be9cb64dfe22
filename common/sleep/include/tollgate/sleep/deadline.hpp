// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <ratio>
#include <type_traits>

namespace tollgate::sleep {

/// So long after `now`, rounded up to the clock's unit so that nobody returns early. Saturates:
/// what the clock cannot hold is `time_point::max()`, which every sleeper takes for no deadline;
/// zero, negative and NaN are `now`.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point
deadline_after(const std::chrono::duration<Rep, Period>& time,
               std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now()) {
    using clock = std::chrono::steady_clock;
    using exact = std::chrono::duration<long double, clock::period>;
    using units = std::ratio_divide<Period, clock::period>;
    if (!(time > time.zero())) {
        return now;
    }
    // Compared in a type that holds both; a conversion first could overflow.
    if (exact(time) >= exact(clock::duration::max()) - exact(now.time_since_epoch())) {
        return clock::time_point::max();
    }
    if constexpr (!std::chrono::treat_as_floating_point_v<Rep> &&
                  (units::num == 1 || units::den == 1)) {
        return now + std::chrono::ceil<clock::duration>(time);
    } else {
        // In integers the product with an odd period could overflow, in a short floating type
        // round.
        return now + std::chrono::ceil<clock::duration>(exact(time));
    }
}

/// A deadline of any unit in the unit of its clock, rounded up so that no thread returns early.
/// Clamps: what the clock cannot hold is its `time_point::max()`, which is no deadline, or its
/// `min()`, which has passed; so is NaN. The conversion by std::chrono overflows instead.
template <class Clock, class Duration>
[[nodiscard]] constexpr typename Clock::time_point
deadline_at(const std::chrono::time_point<Clock, Duration>& deadline) {
    using unit = typename Clock::duration;
    using exact = std::chrono::duration<long double, typename unit::period>;
    using units = std::ratio_divide<typename Duration::period, typename unit::period>;
    using own = typename Clock::time_point;
    const Duration time = deadline.time_since_epoch();
    if constexpr (std::is_same_v<Duration, unit> && std::is_integral_v<typename unit::rep>) {
        return deadline;
    } else if (!(exact(time) > exact(unit::min()))) {
        return own::min();
    } else if (exact(time) >= exact(unit::max())) {
        return own::max();
    } else if constexpr (std::chrono::treat_as_floating_point_v<typename unit::rep>) {
        return own(std::chrono::duration_cast<unit>(time));
    } else if constexpr (!std::chrono::treat_as_floating_point_v<typename Duration::rep> &&
                         (units::num == 1 || units::den == 1)) {
        return own(std::chrono::ceil<unit>(time));
    } else {
        return own(std::chrono::ceil<unit>(exact(time)));
    }
}

} // namespace tollgate::sleep
