// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ratio>
#include <type_traits>

namespace tollgate::sleep {

/// Converts a duration of any unit to nanoseconds. Rounds up, so that no wait gets shorter.
///
///     using sixtieth = std::chrono::duration<int, std::ratio<1, 60>>;
///     const auto frame = tollgate::sleep::nanoseconds_of(sixtieth(1));
///     const auto deadline = tollgate::sleep::deadline_after(frame);
///
/// A duration that is too long for std::chrono::nanoseconds becomes nanoseconds::max(). A negative
/// duration becomes zero, and NaN becomes zero, too.
template <class Rep, class Period>
[[nodiscard]] constexpr std::chrono::nanoseconds
nanoseconds_of(const std::chrono::duration<Rep, Period>& time) noexcept {
    using std::chrono::nanoseconds;
    using given = std::chrono::duration<Rep, Period>;
    // A unit is uneven if neither the unit nor a nanosecond is a multiple of the other, such as a
    // sixtieth of a second. With integers, the intermediate product would then overflow long before
    // the result overflows.
    using factor = std::ratio_divide<Period, std::nano>;
    constexpr bool is_uneven = factor::num != 1 && factor::den != 1;
    // NOLINTBEGIN(bugprone-branch-clone): the compiler discards two of the branches
    if (!(time > given::zero())) {
        return nanoseconds::zero();
    } else if constexpr (std::chrono::treat_as_floating_point_v<Rep> || is_uneven) {
        using exact = std::chrono::duration<long double, std::nano>;
        return exact(time) < exact((nanoseconds::max)())
                   ? std::chrono::ceil<nanoseconds>(exact(time))
                   : (nanoseconds::max)();
    } else if constexpr (std::ratio_less_equal_v<std::nano, Period>) {
        using most = std::chrono::duration<std::intmax_t, Period>;
        constexpr auto fits = std::chrono::floor<most>((nanoseconds::max)());
        return time <= fits ? std::chrono::ceil<nanoseconds>(time) : (nanoseconds::max)();
    } else {
        return std::chrono::ceil<nanoseconds>(time);
    }
    // NOLINTEND(bugprone-branch-clone)
}

/// Returns the time from one moment of a clock to another moment. Rounds and clamps like
/// `nanoseconds_of`.
template <class Clock, class Duration>
[[nodiscard]] constexpr std::chrono::nanoseconds
nanoseconds_between(const std::chrono::time_point<Clock, Duration>& from,
                    const std::chrono::time_point<Clock, Duration>& to) {
    using moment = std::chrono::time_point<Clock, Duration>;
    if (!(from < to)) {
        return std::chrono::nanoseconds::zero();
    }
    // If the epoch of a clock lies in the future, `from` is negative. Then the difference may
    // overflow.
    if (from < moment() && to > (moment::max)() + from.time_since_epoch()) {
        return (std::chrono::nanoseconds::max)();
    }
    return nanoseconds_of(to - from);
}

/// Returns the moment that is `time` after `now`. Rounds like `nanoseconds_of`. If this moment is
/// after the last moment of the clock, the function returns `time_point::max()`, which means no
/// deadline to every sleeper.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point
deadline_after(const std::chrono::duration<Rep, Period>& time,
               std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now()) {
    using std::chrono::nanoseconds;
    static_assert(std::is_same_v<std::chrono::steady_clock::duration, nanoseconds>);
    const nanoseconds length = nanoseconds_of(time);
    const nanoseconds since = (std::max)(now.time_since_epoch(), nanoseconds::zero());
    return length >= (nanoseconds::max)() - since ? (std::chrono::steady_clock::time_point::max)()
                                                  : now + length;
}

/// Converts a deadline of any unit to the unit of its clock. Rounds up, so that no thread returns
/// early. A deadline after the last moment of the clock becomes `time_point::max()`, which means no
/// deadline. A deadline before the first moment of the clock becomes `time_point::min()`, which has
/// passed. NaN becomes `min()`, too. The conversion of std::chrono would overflow in these cases.
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
    } else if (!(exact(time) > exact((unit::min)()))) {
        return (own::min)();
    } else if (exact(time) >= exact((unit::max)())) {
        return (own::max)();
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
