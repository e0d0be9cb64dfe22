// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>

#include <gtest/gtest.h>

namespace tollgate::clock {
namespace {

TEST(invariance, needs_the_leaf_and_its_bit) {
    EXPECT_FALSE(judge_counter({0x80000004, std::nullopt}).invariant);
    EXPECT_FALSE(judge_counter({0x80000007, 0}).invariant);
    EXPECT_FALSE(judge_counter({0x80000007, ~(1u << 8)}).invariant);
    EXPECT_TRUE(judge_counter({0x80000008, 1u << 8}).invariant);
}

TEST(invariance, always_says_why) {
    EXPECT_NE(judge_counter({0, std::nullopt}).reason.find("0x80000007"), std::string::npos);
    EXPECT_NE(judge_counter({0x80000007, 0}).reason.find("bit 8"), std::string::npos);
    EXPECT_FALSE(judge_counter().reason.empty());
}

} // namespace
} // namespace tollgate::clock
