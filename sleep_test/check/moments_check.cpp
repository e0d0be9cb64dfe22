// SPDX-License-Identifier: BSL-1.0
#include "wake_loop.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

std::vector<nanoseconds> drawn(tollgate::measure::moments from, int count = 10'000) {
    std::vector<nanoseconds> all;
    all.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        all.push_back(from.next());
    }
    return all;
}

TEST(moments, are_the_same_for_all_slices_from_2_ms_on) {
    const auto of_two = drawn(moments_within(2ms, 1));
    for (const auto slice : {3ms, 100ms, 3'600'000ms}) {
        EXPECT_EQ(drawn(moments_within(slice, 1)), of_two);
        EXPECT_EQ(moments_within(slice, 1).mean(), 925us);
        EXPECT_EQ(moments_within(slice, 1).last(), 1'800us);
    }
}

TEST(moments, end_before_a_short_slice_does) {
    EXPECT_EQ(moments_within(1ms, 1).last(), 900us);
    EXPECT_EQ(moments_within(1ms, 1).mean(), 475us);
    for (const nanoseconds one : drawn(moments_within(1ms, 1))) {
        EXPECT_GE(one, 50us);
        EXPECT_LE(one, 900us);
    }
}

} // namespace
