// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>
#include <utility>

namespace tollgate::fiber::detail {

/// A duration of any unit in nanoseconds, rounded up so that no wait gets shorter; what they cannot
/// hold is their maximum, and what is not more than nothing is zero.
template <class Rep, class Period>
[[nodiscard]] constexpr std::chrono::nanoseconds
nanoseconds_of(const std::chrono::duration<Rep, Period>& time) noexcept {
    using std::chrono::nanoseconds;
    using given = std::chrono::duration<Rep, Period>;
    // A sixtieth of a second is no whole number of nanoseconds, nor the other way round: as whole
    // numbers the product would not fit long before the result does not.
    using factor = std::ratio_divide<Period, std::nano>;
    constexpr bool is_uneven = factor::num != 1 && factor::den != 1;
    // NOLINTBEGIN(bugprone-branch-clone): of two branches that are left out
    if (!(time > given::zero())) {
        return nanoseconds::zero();
    } else if constexpr (std::chrono::treat_as_floating_point_v<Rep> || is_uneven) {
        using exact = std::chrono::duration<long double, std::nano>;
        return exact(time) < exact(nanoseconds::max()) ? std::chrono::ceil<nanoseconds>(exact(time))
                                                       : nanoseconds::max();
    } else if constexpr (std::ratio_less_equal_v<std::nano, Period>) {
        using most = std::chrono::duration<std::intmax_t, Period>;
        constexpr auto fits = std::chrono::floor<most>(nanoseconds::max()).count();
        return std::cmp_less_equal(time.count(), fits) ? std::chrono::ceil<nanoseconds>(time)
                                                       : nanoseconds::max();
    } else {
        return std::chrono::ceil<nanoseconds>(time);
    }
    // NOLINTEND(bugprone-branch-clone)
}

} // namespace tollgate::fiber::detail
