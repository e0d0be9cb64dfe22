// SPDX-License-Identifier: BSL-1.0
#include "compare/comparison.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tollgate::cost_sheet {
namespace {

TEST(resolved, has_the_digits_that_the_uncertainty_leaves) {
    EXPECT_EQ(resolved(75'342, 3'800, 2), "75000");
    EXPECT_EQ(resolved(1.0523, 0.02, 4), "1.052");
    EXPECT_EQ(resolved(1.0523, 0.2, 4), "1.05");
    EXPECT_EQ(resolved(74.91, 1.94, 2), "74.9");
    EXPECT_EQ(resolved(74.91, 4, 2), "75");
    EXPECT_EQ(resolved(-74.91, 4, 2), "-75");
}

TEST(resolved, survives_what_is_not_resolved_or_no_number) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(resolved(7.28, 0, 1), "7.3");
    EXPECT_EQ(resolved(42, 1'000, 2), "40");
    EXPECT_EQ(resolved(0.004, 1'000, 2), "0.004");
    EXPECT_EQ(resolved(5, infinity, 2), "5.00");
    EXPECT_EQ(resolved(0, 0, 2), "0.00");
    EXPECT_EQ(resolved(infinity, 1, 2), "inf");
}

} // namespace
} // namespace tollgate::cost_sheet
