// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace tollgate::report {
namespace {

measure::estimate sure_to(double value, double share) {
    const double unsure = share * value;
    return {value, stats::interval{value - unsure, value + unsure}};
}

TEST(time_text, has_three_digits_and_a_unit_that_fits) {
    EXPECT_EQ(time_text(44.21), "44.2 ns");
    EXPECT_EQ(time_text(0.2834), "0.283 ns");
    EXPECT_EQ(time_text(11543), "11.5 µs");
    EXPECT_EQ(time_text(-2.004e6), "-2.00 ms");
    EXPECT_EQ(time_text(8.7787e9), "8.78 s");
    EXPECT_EQ(time_text(0), "0 ns");
}

TEST(time_text, is_rounded_before_its_unit_is_chosen) {
    EXPECT_EQ(time_text(999.4), "999 ns");
    EXPECT_EQ(time_text(999.6), "1.00 µs");
    EXPECT_EQ(time_text(-999.6e3), "-1.00 ms");
}

TEST(time_text, has_no_digit_that_is_less_sure_than_ten_times_its_place) {
    EXPECT_EQ(time_text(44.21, 0.39), "44.2 ns");
    EXPECT_EQ(time_text(44.21, 1.2), "44 ns");
    EXPECT_EQ(time_text(178.4, 12), "180 ns");
    EXPECT_EQ(time_text(11543, 275), "11.5 µs");
    EXPECT_EQ(time_text(5.493, 0.06), "5.49 ns");
}

TEST(time_text, has_two_digits_at_least_and_three_at_most) {
    EXPECT_EQ(time_text(44.21, 20), "44 ns");
    EXPECT_EQ(time_text(44.21, 0.001), "44.2 ns");
    EXPECT_EQ(time_text(44.21, 0), "44.2 ns");
    EXPECT_EQ(time_text(0, 3), "0 ns");
}

TEST(grade, is_of_the_farther_end) {
    EXPECT_EQ(grade_of(sure_to(50, 0.1)), grade::sure);
    EXPECT_EQ(grade_of({50, stats::interval{49, 55.1}}), grade::rough);
    EXPECT_EQ(grade_of({50, stats::interval{44.9, 51}}), grade::rough);
    EXPECT_EQ(grade_of(sure_to(50, 0.5)), grade::rough);
    EXPECT_EQ(grade_of(sure_to(50, 0.51)), grade::poor);
}

TEST(grade, is_poor_without_an_interval_or_a_value) {
    EXPECT_EQ(grade_of({50, {}}), grade::poor);
    EXPECT_EQ(grade_of({0, stats::interval{-1, 1}}), grade::poor);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(grade_of({nan, stats::interval{nan, nan}}), grade::poor);
}

TEST(grade, of_a_negative_cost_is_that_of_its_size) {
    EXPECT_EQ(grade_of({-50, stats::interval{-51, -49}}), grade::sure);
    EXPECT_EQ(cost_text({-50, stats::interval{-51, -49}}), "-50 ns");
}

TEST(cost_text, is_a_value_a_range_or_no_figure) {
    EXPECT_EQ(cost_text(sure_to(44.21, 0.009)), "44.2 ns");
    EXPECT_EQ(cost_text({18'000, stats::interval{15'000, 21'000}}), "15 to 21 µs");
    EXPECT_EQ(cost_text({1'010, stats::interval{870, 1'180}}), "0.87 to 1.2 µs");
    EXPECT_EQ(cost_text(sure_to(44, 0.6)), "not measured well enough");
}

TEST(sureness_text, is_of_sure_costs_alone) {
    EXPECT_EQ(sureness_text(sure_to(44, 0.0088)), "0.9 %");
    EXPECT_EQ(sureness_text(sure_to(44, 0.0999)), "10 %");
    EXPECT_EQ(sureness_text(sure_to(44, 0.11)), "");
    EXPECT_EQ(sureness_text({44, {}}), "");
}

TEST(times_text, names_small_ratios_as_parts) {
    EXPECT_EQ(times_text(0.0111), "1/90 of");
    EXPECT_EQ(times_text(0.4), "1/2.5 of");
    EXPECT_EQ(times_text(0.753), "0.75 times");
    EXPECT_EQ(times_text(1.304), "1.3 times");
    EXPECT_EQ(times_text(753), "750 times");
}

} // namespace
} // namespace tollgate::report
