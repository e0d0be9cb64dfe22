// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/detail/nanoseconds_of.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using std::chrono::duration;
using std::chrono::nanoseconds;

template <class Rep>
using seconds_of = duration<Rep>;
using sixtieths = duration<std::int64_t, std::ratio<1, 60>>;
using picoseconds = duration<std::int64_t, std::pico>;

constexpr nanoseconds of(auto time) {
    return detail::nanoseconds_of(time);
}

TEST(nanoseconds_of, are_those_of_the_time) {
    EXPECT_EQ(of(1ns), 1ns);
    EXPECT_EQ(of(1us), 1000ns);
    EXPECT_EQ(of(2h), 7200s);
    EXPECT_EQ(of(duration<double, std::milli>(1.5)), 1500us);
    EXPECT_EQ(of(seconds_of<std::uint8_t>(200)), 200s);
}

TEST(nanoseconds_of, are_rounded_up) {
    EXPECT_EQ(of(picoseconds(1)), 1ns);
    EXPECT_EQ(of(picoseconds(1000)), 1ns);
    EXPECT_EQ(of(picoseconds(1001)), 2ns);
    EXPECT_EQ(of(duration<double, std::nano>(0.25)), 1ns);
    EXPECT_EQ(of(sixtieths(1)), 16'666'667ns);
    EXPECT_EQ(of(sixtieths(60)), 1s);
}

TEST(nanoseconds_of, of_what_is_not_more_than_nothing_are_none) {
    EXPECT_EQ(of(0s), 0ns);
    EXPECT_EQ(of(-1ns), 0ns);
    EXPECT_EQ(of(nanoseconds::min()), 0ns);
    EXPECT_EQ(of(std::chrono::hours::min()), 0ns);
    EXPECT_EQ(of(sixtieths::min()), 0ns);
    EXPECT_EQ(of(seconds_of<double>(-std::numeric_limits<double>::infinity())), 0ns);
    EXPECT_EQ(of(seconds_of<double>(std::numeric_limits<double>::quiet_NaN())), 0ns);
}

TEST(nanoseconds_of, of_what_they_cannot_hold_are_the_most_they_can) {
    EXPECT_EQ(of(nanoseconds::max()), nanoseconds::max());
    EXPECT_EQ(of(std::chrono::hours::max()), nanoseconds::max());
    EXPECT_EQ(of(sixtieths::max()), nanoseconds::max());
    EXPECT_EQ(of(seconds_of<std::uint64_t>(std::numeric_limits<std::uint64_t>::max())),
              nanoseconds::max());
    EXPECT_EQ(of(seconds_of<float>(1e30F)), nanoseconds::max());
    EXPECT_EQ(of(seconds_of<double>(std::numeric_limits<double>::infinity())), nanoseconds::max());
    EXPECT_EQ(of(9'223'372'036s), 9'223'372'036s);
    EXPECT_EQ(of(9'223'372'037s), nanoseconds::max());
}

TEST(a_deferred_time, is_in_nanoseconds_too) {
    EXPECT_EQ(deferred(1us).time(), 1000ns);
    EXPECT_EQ(deferred(-1ns).time(), 0ns);
    EXPECT_EQ(deferred(std::chrono::hours::max()).time(), nanoseconds::max());
}

} // namespace
} // namespace tollgate::fiber
