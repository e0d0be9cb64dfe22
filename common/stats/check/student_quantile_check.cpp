// SPDX-License-Identifier: BSL-1.0
#include <tollgate/stats/student_quantile.hpp>

#include <gtest/gtest.h>

#include <limits>

using tollgate::stats::student_p_value;
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

TEST(student_p_value, is_what_the_quantile_was_asked_for) {
    for (const double degrees : {1.0, 2.5, 14.0, 1e6}) {
        for (const double p_value : {0.5, 0.05, 1e-4}) {
            const double t = student_quantile(1 - p_value, degrees);
            EXPECT_NEAR(student_p_value(t, degrees), p_value, 1e-9);
            EXPECT_NEAR(student_p_value(-t, degrees), p_value, 1e-9);
        }
    }
    EXPECT_EQ(student_p_value(0, 3), 1);
    EXPECT_EQ(student_p_value(std::numeric_limits<double>::infinity(), 3), 0);
}
