// SPDX-License-Identifier: BSL-1.0
#include "trace/undisturbed_rate.hpp"

#include <gmock/gmock.h>

#include <initializer_list>

namespace tollgate::bill {
namespace {

/// The ratio after turns of 0.4 s with 1,000 waits a second while events are counted, and of 0.1 s
/// with these rates while they are not.
double ratio_of(std::initializer_list<std::uint64_t> undisturbed) {
    undisturbed_rate rate;
    for (const std::uint64_t waits_a_second : undisturbed) {
        rate.add(true, 0.4, 400);
        rate.add(false, 0.1, waits_a_second / 10);
    }
    return rate.ratio();
}

TEST(an_undisturbed_rate, is_told_if_it_differs_for_certain) {
    EXPECT_DOUBLE_EQ(ratio_of({1'200, 1'200, 1'200}), 1.2);
    EXPECT_NEAR(ratio_of({1'190, 1'200, 1'210, 1'200}), 1.2, 0.001);
    EXPECT_NEAR(ratio_of({790, 800, 810, 800}), 0.8, 0.001);
}

TEST(an_undisturbed_rate, is_the_same_if_that_may_be_chance_or_is_little) {
    EXPECT_EQ(ratio_of({}), 1);
    EXPECT_EQ(ratio_of({1'200, 1'200}), 1) << "too few turns";
    EXPECT_EQ(ratio_of({600, 1'500, 1'200, 1'800}), 1) << "too different turns";
    EXPECT_EQ(ratio_of({1'020, 1'020, 1'020}), 1) << "less than 3 %";
    EXPECT_EQ(ratio_of({0, 0, 0}), 1);
    EXPECT_EQ(ratio_of({0, 0, 6'000, 0, 0}), 1) << "a burst";
}

} // namespace
} // namespace tollgate::bill
