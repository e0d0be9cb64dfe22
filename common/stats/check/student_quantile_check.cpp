// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/student_quantile.hpp>

#include <gtest/gtest.h>

using tollgate::stats::student_quantile;

// Columns of any printed table of t.
TEST(student_quantile, is_the_printed_table) {
    EXPECT_NEAR(student_quantile(0.95, 1), 12.706, 0.0005);
    EXPECT_NEAR(student_quantile(0.95, 2), 4.303, 0.0005);
    EXPECT_NEAR(student_quantile(0.99, 4), 4.604, 0.0005);
    EXPECT_NEAR(student_quantile(0.90, 30), 1.697, 0.0005);
    EXPECT_NEAR(student_quantile(0.95, 1e9), 1.960, 0.0005);
}

TEST(student_quantile, degrees_need_not_be_whole) {
    const double between = student_quantile(0.95, 2.5);
    EXPECT_LT(between, student_quantile(0.95, 2));
    EXPECT_GT(between, student_quantile(0.95, 3));
}
