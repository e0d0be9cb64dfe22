// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/number.hpp>

#include <gtest/gtest.h>

namespace tollgate::report {
namespace {

TEST(ns_text, has_as_many_decimals_as_a_reader_needs) {
    EXPECT_EQ(ns_text(0), "0.00");
    EXPECT_EQ(ns_text(1.234), "1.23");
    EXPECT_EQ(ns_text(58.44), "58.4");
    EXPECT_EQ(ns_text(123.46), "123.5");
    EXPECT_EQ(ns_text(4521.6), "4522");
    EXPECT_EQ(ns_text(75e6), "75000000");
}

TEST(ns_text, rounds_before_it_chooses_the_decimals) {
    EXPECT_EQ(ns_text(9.994), "9.99");
    EXPECT_EQ(ns_text(9.996), "10.0");
    EXPECT_EQ(ns_text(999.94), "999.9");
    EXPECT_EQ(ns_text(999.96), "1000");
}

TEST(ns_text, shows_negative_values) {
    EXPECT_EQ(ns_text(-3.456), "-3.46");
    EXPECT_EQ(ns_text(-58.44), "-58.4");
    EXPECT_EQ(ns_text(-1234.5678), "-1235");
}

TEST(percent_text, has_one_decimal_and_two_below_one_per_cent) {
    EXPECT_EQ(percent_text(0.0123), "1.2 %");
    EXPECT_EQ(percent_text(0.00456), "0.46 %");
    EXPECT_EQ(percent_text(1.5), "150.0 %");
    EXPECT_EQ(percent_text(0), "0.00 %");
    EXPECT_EQ(percent_text(-0.0523), "-5.2 %");
    EXPECT_EQ(percent_text(-0.0023), "-0.23 %");
}

TEST(percent_text, rounds_before_it_chooses_the_decimals) {
    EXPECT_EQ(percent_text(0.00994), "0.99 %");
    EXPECT_EQ(percent_text(0.00996), "1.0 %");
}

TEST(ratio_text, has_three_digits_and_never_an_exponent) {
    EXPECT_EQ(ratio_text(0.00704123), "0.00704");
    EXPECT_EQ(ratio_text(0.9), "0.9");
    EXPECT_EQ(ratio_text(4.3678), "4.37");
    EXPECT_EQ(ratio_text(999.4), "999");
    EXPECT_EQ(ratio_text(999.6), "1000");
    EXPECT_EQ(ratio_text(1294.4), "1294");
}

} // namespace
} // namespace tollgate::report
