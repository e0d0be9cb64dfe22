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

using real_seconds = duration<double>;
using sixtieths = duration<std::int64_t, std::ratio<1, 60>>;
using picoseconds = duration<std::int64_t, std::pico>;
using unsigned_seconds = duration<std::uint64_t>;

constexpr nanoseconds in_ns(auto time) {
    return detail::nanoseconds_of(time);
}

TEST(nanoseconds_of, are_rounded_up) {
    EXPECT_EQ(in_ns(2h), 7200s);
    EXPECT_EQ(in_ns(duration<std::uint8_t>(200)), 200s);
    EXPECT_EQ(in_ns(picoseconds(1)), 1ns);
    EXPECT_EQ(in_ns(picoseconds(1000)), 1ns);
    EXPECT_EQ(in_ns(picoseconds(1001)), 2ns);
    EXPECT_EQ(in_ns(duration<double, std::nano>(0.25)), 1ns);
    EXPECT_EQ(in_ns(sixtieths(1)), 16'666'667ns);
    EXPECT_EQ(in_ns(sixtieths(60)), 1s);
}

TEST(nanoseconds_of, are_none_of_what_is_not_more_and_the_most_of_what_they_cannot_hold) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(in_ns(-1ns), 0ns);
    EXPECT_EQ(in_ns(nanoseconds::min()), 0ns);
    EXPECT_EQ(in_ns(std::chrono::hours::min()), 0ns);
    EXPECT_EQ(in_ns(sixtieths::min()), 0ns);
    EXPECT_EQ(in_ns(real_seconds(-infinity)), 0ns);
    EXPECT_EQ(in_ns(real_seconds(std::numeric_limits<double>::quiet_NaN())), 0ns);
    EXPECT_EQ(in_ns(nanoseconds::max()), nanoseconds::max());
    EXPECT_EQ(in_ns(std::chrono::hours::max()), nanoseconds::max());
    EXPECT_EQ(in_ns(sixtieths::max()), nanoseconds::max());
    EXPECT_EQ(in_ns(unsigned_seconds::max()), nanoseconds::max());
    EXPECT_EQ(in_ns(duration<float>(1e30F)), nanoseconds::max());
    EXPECT_EQ(in_ns(real_seconds(infinity)), nanoseconds::max());
    EXPECT_EQ(in_ns(9'223'372'036s), 9'223'372'036s);
    EXPECT_EQ(in_ns(9'223'372'037s), nanoseconds::max());
    EXPECT_EQ(deferred(std::chrono::hours::max()).time(), nanoseconds::max());
}

} // namespace
} // namespace tollgate::fiber
