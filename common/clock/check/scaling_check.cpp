// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/scaling.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace tollgate::clock {
namespace {

rate at_hz(double hz) {
    rate result;
    result.hz = hz;
    return result;
}

TEST(scaling, is_exact_where_a_count_is_a_binary_fraction) {
    const scaling same(at_hz(1e9), {500, 7'000, 0});
    EXPECT_EQ(same.to_ns(501), 7'001);
    EXPECT_EQ(same.to_ns(500 + INT64_C(3'000'000'000'000'000'000)),
              INT64_C(3'000'000'000'000'007'000));
    const scaling half(at_hz(2e9), {500, 7'000, 0});
    EXPECT_EQ(half.to_ns(499), 6'999);
    EXPECT_EQ(half.to_ns(501), 7'000);
    EXPECT_EQ(half.to_ns(502), 7'001);
    EXPECT_EQ(half.to_ns(503), 7'001);
    const scaling sixteen(at_hz(62.5e6), {500, 7'000, 0});
    EXPECT_EQ(sixteen.to_ns(501), 7'016);
    EXPECT_EQ(sixteen.to_ns(500 + 62'500'000), 1'000'007'000);
}

TEST(scaling, a_reading_may_lie_a_second_before_the_moment) {
    const scaling by(at_hz(3e9), {4'000'000'000, 50, 0});
    EXPECT_EQ(by.to_ns(4'000'000'000 - 3), 49);
    EXPECT_NEAR(static_cast<double>(by.to_ns(1'000'000'000)), 50.0 - 1e9, 1);
    // Also for a counter that has just begun.
    const scaling first(at_hz(1e9), {0, 10, 0});
    EXPECT_EQ(first.to_ns(-7), 3);
}

TEST(scaling, counts_go_on_after_the_largest_signed_one) {
    const scaling by(at_hz(1e9), {INT64_MAX - 10, 1'000, 0});
    EXPECT_EQ(by.to_ns(INT64_MAX), 1'010);
    EXPECT_EQ(by.to_ns(INT64_MIN + 5), 1'016);
}

// The rounding error of a count is at most 2^-49 ns.
TEST(scaling, a_hundred_years_do_not_overflow) {
    constexpr double year_s = 365.25 * 86'400;
    for (const double hz : {24e6, 2.5963e9, 5.8e9}) {
        const scaling by(at_hz(hz), {0, 0, 0});
        for (const double years : {1.0, 10.0, 100.0}) {
            const double counts = hz * years * year_s;
            const double ns = years * year_s * 1e9;
            const auto scaled = static_cast<double>(
                by.to_ns(static_cast<std::int64_t>(static_cast<std::uint64_t>(counts))));
            EXPECT_NEAR(scaled, ns, std::ldexp(counts, -49) + ns * 1e-15) << hz << ", " << years;
        }
    }
}

TEST(scaling, never_falls) {
    constexpr std::uint64_t after_60_years = UINT64_C(5'000'000'000'000'000'000);
    for (const double hz : {19.2e6, 0.999'999'7e9, 2.5963e9, 5.1e9}) {
        const scaling by(at_hz(hz), {0, 0, 0});
        for (const std::uint64_t start : {UINT64_C(0), UINT64_C(1) << 33, after_60_years}) {
            std::int64_t before = by.to_ns(static_cast<std::int64_t>(start));
            for (std::uint64_t count = start + 1; count < start + 10'000; ++count) {
                const std::int64_t now = by.to_ns(static_cast<std::int64_t>(count));
                ASSERT_GE(now, before);
                ASSERT_LE(static_cast<double>(now - before), std::ceil(1e9 / hz));
                before = now;
            }
        }
    }
}

} // namespace
} // namespace tollgate::clock
