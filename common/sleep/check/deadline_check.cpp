// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/deadline.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ratio>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using std::chrono::duration;
using std::chrono::nanoseconds;
using time_point = std::chrono::steady_clock::time_point;

constexpr time_point now{1h};
constexpr nanoseconds to_the_end = time_point::max() - now;

template <class Period>
using count = duration<std::int64_t, Period>;

using real_seconds = duration<double>;
using sixtieths = count<std::ratio<1, 60>>;
using picoseconds = count<std::pico>;
using unsigned_seconds = duration<std::uint64_t>;

TEST(nanoseconds_of, rounds_up) {
    EXPECT_EQ(nanoseconds_of(2h), 7200s);
    EXPECT_EQ(nanoseconds_of(duration<std::uint8_t>(200)), 200s);
    EXPECT_EQ(nanoseconds_of(picoseconds(1)), 1ns);
    EXPECT_EQ(nanoseconds_of(picoseconds(1000)), 1ns);
    EXPECT_EQ(nanoseconds_of(picoseconds(1001)), 2ns);
    EXPECT_EQ(nanoseconds_of(duration<double, std::nano>(0.25)), 1ns);
    EXPECT_EQ(nanoseconds_of(sixtieths(1)), 16'666'667ns);
    EXPECT_EQ(nanoseconds_of(sixtieths(60)), 1s);
}

TEST(nanoseconds_of, clamps_to_zero_and_to_the_maximum) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(nanoseconds_of(-1ns), 0ns);
    EXPECT_EQ(nanoseconds_of(nanoseconds::min()), 0ns);
    EXPECT_EQ(nanoseconds_of(std::chrono::hours::min()), 0ns);
    EXPECT_EQ(nanoseconds_of(sixtieths::min()), 0ns);
    EXPECT_EQ(nanoseconds_of(real_seconds(-infinity)), 0ns);
    EXPECT_EQ(nanoseconds_of(real_seconds(std::numeric_limits<double>::quiet_NaN())), 0ns);
    EXPECT_EQ(nanoseconds_of(nanoseconds::max()), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(std::chrono::hours::max()), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(sixtieths::max()), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(unsigned_seconds::max()), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(duration<float>(1e30F)), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(real_seconds(infinity)), nanoseconds::max());
    EXPECT_EQ(nanoseconds_of(9'223'372'036s), 9'223'372'036s);
    EXPECT_EQ(nanoseconds_of(9'223'372'037s), nanoseconds::max());
}

TEST(nanoseconds_of, takes_any_integer_type) {
    EXPECT_EQ(nanoseconds_of(duration<char, std::milli>(2)), 2ms);
    EXPECT_EQ(nanoseconds_of(duration<char8_t>(2)), 2s);
    EXPECT_EQ(nanoseconds_of(unsigned_seconds::max()), nanoseconds::max());
}

TEST(deadline_after, is_the_given_time_after_now) {
    EXPECT_EQ(deadline_after(5ms, now), now + 5ms);
    EXPECT_EQ(deadline_after(duration<double>(0.25), now), now + 250ms);
}

TEST(deadline_after, zero_and_less_and_nan_is_now) {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(deadline_after(duration<float>(none), now), now);
    EXPECT_EQ(deadline_after(0s, now), now);
    EXPECT_EQ(deadline_after(std::chrono::hours::min(), now), now);
    EXPECT_EQ(deadline_after(duration<double>(-std::numeric_limits<double>::infinity()), now), now);
}

TEST(deadline_after, rounds_up_so_that_no_thread_is_early) {
    EXPECT_EQ(deadline_after(count<std::pico>(1000), now), now + 1ns);
    EXPECT_EQ(deadline_after(count<std::pico>(1001), now), now + 2ns);
    EXPECT_EQ(deadline_after(duration<double, std::nano>(1.5), now), now + 2ns);
    EXPECT_EQ(deadline_after(duration<double>(1e-30), now), now + 1ns);
    EXPECT_EQ(deadline_after(count<std::ratio<1, 3>>(1), now), now + 333'333'334ns);
}

TEST(deadline_after, saturates) {
    EXPECT_EQ(deadline_after(std::chrono::hours::max(), now), time_point::max());
    EXPECT_EQ(deadline_after(duration<std::uint64_t>(UINT64_MAX), now), time_point::max());
    EXPECT_EQ(deadline_after(to_the_end, now), time_point::max());
    EXPECT_EQ(deadline_after(duration<double>(1e300), now), time_point::max());
    EXPECT_EQ(deadline_after(duration<double>(std::numeric_limits<double>::infinity()), now),
              time_point::max());
}

// The sanitizer for undefined behaviour checks that no intermediate product overflows.
TEST(deadline_after, just_before_it_saturates) {
    EXPECT_EQ(deadline_after(to_the_end - 1us, now), time_point::max() - 1us);
    EXPECT_EQ(deadline_after(24h * 365 * 292, now), now + 24h * 365 * 292);
    const time_point first(0s);
    for (const time_point from : {first, first + 300ns, now}) {
        const auto left =
            std::chrono::duration_cast<duration<double, std::nano>>(time_point::max() - from);
        const duration<double, std::nano> almost(std::nextafter(left.count(), 0.0));
        EXPECT_GT(deadline_after(almost, from), from + 24h * 365 * 290);
        EXPECT_GT(deadline_after(duration<double>(almost), from), from + 24h * 365 * 290);
    }
}

// Periods that are neither a multiple nor a part of a nanosecond.
TEST(deadline_after, odd_periods_do_not_overflow) {
    constexpr std::int64_t seconds_in_200_years = 200LL * 365 * 24 * 3600;
    EXPECT_EQ(deadline_after(count<std::ratio<1, 3>>(3 * seconds_in_200_years), now),
              now + std::chrono::seconds(seconds_in_200_years));
    EXPECT_EQ(deadline_after(count<std::ratio<1, 1'000'003>>(1'000'003LL * 36'000), now),
              now + 10h);
    EXPECT_EQ(deadline_after(count<std::ratio<1, 3>>(INT64_MAX), now), time_point::max());
}

template <class Duration>
using steady = std::chrono::time_point<std::chrono::steady_clock, Duration>;
template <class Rep>
constexpr Rep infinity = std::numeric_limits<Rep>::infinity();

TEST(deadline_at, is_the_same_moment) {
    EXPECT_EQ(deadline_at(now), now);
    EXPECT_EQ(deadline_at(time_point::max()), time_point::max());
    EXPECT_EQ(deadline_at(steady<std::chrono::seconds>(-3s)), time_point(-3s));
    EXPECT_EQ(deadline_at(steady<duration<double>>(duration<double>(0.25))), time_point(250ms));
    EXPECT_EQ(deadline_at(std::chrono::sys_days(std::chrono::days(2))),
              std::chrono::system_clock::time_point(48h));
}

TEST(deadline_at, rounds_up_so_that_no_thread_is_early) {
    EXPECT_EQ(deadline_at(steady<count<std::pico>>(count<std::pico>(1001))), time_point(2ns));
    EXPECT_EQ(deadline_at(steady<count<std::pico>>(count<std::pico>(-1001))), time_point(-1ns));
    EXPECT_EQ(deadline_at(steady<duration<double>>(duration<double>(1e-30))), time_point(1ns));
    EXPECT_EQ(deadline_at(steady<count<std::ratio<1, 3>>>(count<std::ratio<1, 3>>(1))),
              time_point(333'333'334ns));
    struct coarse {
        using duration = std::chrono::minutes;
        using time_point = std::chrono::time_point<coarse>;
    };
    EXPECT_EQ(deadline_at(std::chrono::time_point<coarse, nanoseconds>(1ns)),
              coarse::time_point(1min));
}

TEST(deadline_at, clamps_and_takes_nan_for_the_past) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(deadline_at(steady<duration<double>>(duration<double>(none))), time_point::min());
    EXPECT_EQ(deadline_at(steady<std::chrono::seconds>::max()), time_point::max());
    EXPECT_EQ(deadline_at(steady<std::chrono::seconds>::min()), time_point::min());
    EXPECT_EQ(deadline_at(std::chrono::sys_days::max()),
              std::chrono::system_clock::time_point::max());
    EXPECT_EQ(deadline_at(steady<unsigned_seconds>::max()), time_point::max());
    EXPECT_EQ(deadline_at(steady<unsigned_seconds>::min()), time_point());
    for (const double far : {1e300, infinity<double>}) {
        EXPECT_EQ(deadline_at(steady<duration<double>>(duration<double>(far))), time_point::max());
        EXPECT_EQ(deadline_at(steady<duration<double>>(duration<double>(-far))), time_point::min());
    }
    EXPECT_EQ(deadline_at(steady<count<std::ratio<1, 3>>>::max()), time_point::max());
    EXPECT_EQ(deadline_at(steady<count<std::ratio<1, 3>>>::min()), time_point::min());
}

// The sanitizer for undefined behaviour checks this, too.
TEST(deadline_at, just_before_it_clamps) {
    using std::chrono::ceil;
    using std::chrono::floor;
    using std::chrono::seconds;
    const auto last = floor<seconds>(nanoseconds::max());
    EXPECT_EQ(deadline_at(steady<seconds>(last)), time_point(last));
    EXPECT_EQ(deadline_at(steady<seconds>(last + 1s)), time_point::max());
    const auto first = ceil<seconds>(nanoseconds::min());
    EXPECT_EQ(deadline_at(steady<seconds>(first)), time_point(first));
    EXPECT_EQ(deadline_at(steady<seconds>(first - 1s)), time_point::min());
    using exact_seconds = duration<double>;
    const double almost = std::nextafter(exact_seconds(nanoseconds::max()).count(), 0.0);
    EXPECT_GT(deadline_at(steady<exact_seconds>(exact_seconds(almost))),
              time_point(24h * 365 * 290));
    EXPECT_LT(deadline_at(steady<exact_seconds>(exact_seconds(-almost))),
              time_point(-24h * 365 * 290));
}

} // namespace
} // namespace tollgate::sleep
