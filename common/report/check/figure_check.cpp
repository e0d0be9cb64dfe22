// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>

#include "made_up_costs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace tollgate::report {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double no_end = std::numeric_limits<double>::infinity();

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

TEST(time_text, of_less_than_a_picosecond_is_none) {
    EXPECT_EQ(time_text(0.00101), "0.00101 ns");
    for (const double rest : {0.00099, -0.00099, 3e-17, -5e-324, -0.0}) {
        EXPECT_EQ(time_text(rest), "0 ns");
        EXPECT_EQ(time_text(rest, 0.1), "0 ns");
    }
}

TEST(time_text, of_no_number_is_no_digits) {
    EXPECT_EQ(time_text(no_number), "nan ns");
    EXPECT_EQ(time_text(-no_end), "-inf s");
    EXPECT_EQ(time_text(no_number, 1), "nan ns");
    EXPECT_EQ(time_text(44.21, no_number), "44 ns");
    EXPECT_EQ(time_text(44.21, no_end), "44 ns");
}

TEST(time_text, of_every_power_of_ten_has_three_digits) {
    constexpr const char* texts[] = {"0.0100", "0.100", "1.00", "10.0", "100",
                                     "1.00",   "10.0",  "100",  "1.00"};
    double ns = 0.01;
    for (const char* text : texts) {
        EXPECT_TRUE(time_text(ns).starts_with(std::string(text) + " ")) << time_text(ns);
        EXPECT_TRUE(time_text(std::nextafter(ns, 0)).starts_with(std::string(text) + " ")) << text;
        ns *= 10;
    }
}

TEST(grade, is_of_the_farther_end) {
    EXPECT_EQ(grade_of(sure_to(50, 0.1)), grade::sure);
    EXPECT_EQ(grade_of(within(50, 49, 55.1)), grade::rough);
    EXPECT_EQ(grade_of(within(50, 44.9, 51)), grade::rough);
    EXPECT_EQ(grade_of(sure_to(50, 0.5)), grade::rough);
    EXPECT_EQ(grade_of(sure_to(50, 0.51)), grade::poor);
}

TEST(grade, is_poor_without_an_interval_or_a_value) {
    EXPECT_EQ(grade_of({50, {}}), grade::poor);
    EXPECT_EQ(grade_of(within(0, -1, 1)), grade::poor);
    EXPECT_EQ(grade_of(within(no_number, no_number, no_number)), grade::poor);
    EXPECT_EQ(grade_of(within(50, no_number, 51)), grade::poor);
    EXPECT_EQ(grade_of(within(50, 49, no_number)), grade::poor);
    EXPECT_EQ(grade_of(within(50, 49, no_end)), grade::poor);
    EXPECT_EQ(grade_of(within(no_end, 49, no_end)), grade::poor);
}

TEST(grade, of_a_negative_cost_is_that_of_its_size) {
    EXPECT_EQ(grade_of(within(-50, -51, -49)), grade::sure);
    EXPECT_EQ(cost_text(within(-50, -51, -49)), "-50 ns");
    EXPECT_EQ(sureness_text(within(-50, -51, -49)), "2.0 %");
    EXPECT_EQ(cost_text(within(-50, -60, -45)), "-60 to -45 ns");
}

TEST(cost_text, is_a_value_a_range_or_no_figure) {
    EXPECT_EQ(cost_text(sure_to(44.21, 0.009)), "44.2 ns");
    EXPECT_EQ(cost_text(within(18'000, 15'000, 21'000)), "15 to 21 µs");
    EXPECT_EQ(cost_text(within(1'010, 870, 1'180)), "0.87 to 1.2 µs");
    EXPECT_EQ(cost_text(sure_to(44, 0.6)), "not measured well enough");
}

TEST(cost_text, of_a_range_contains_it) {
    EXPECT_EQ(cost_text({1.08, stats::interval{1.02, 1.21, measure::confidence}}), "1.0 to 1.3 ns");
    EXPECT_EQ(cost_text({95, stats::interval{85, 114, measure::confidence}}), "85 to 120 ns");
    EXPECT_EQ(cost_text({-95, stats::interval{-114, -85, measure::confidence}}), "-120 to -85 ns");
}

TEST(plus_minus_text, has_one_unit_and_the_digits_that_are_sure) {
    EXPECT_EQ(plus_minus_text(13'100, 600), "13.1 ± 0.6 µs");
    EXPECT_EQ(plus_minus_text(13'149, 1'249), "13 ± 1 µs");
    EXPECT_EQ(plus_minus_text(1'040, 121), "1.0 ± 0.1 µs");
    EXPECT_EQ(plus_minus_text(640, 85), "640 ± 90 ns");
    EXPECT_EQ(plus_minus_text(-44.2, 0.4), "-44.2 ± 0.4 ns");
    EXPECT_EQ(plus_minus_text(17'900, 1.4), "17.9 ± 0.001 µs") << "no promise of certainty";
    EXPECT_EQ(plus_minus_text(100, 12'345), "100 ± 12350 ns") << "more unsure than it is large";
    EXPECT_EQ(plus_minus_text(999.6, 4), "1.00 ± 0.004 µs");
    EXPECT_EQ(plus_minus_text(0, 4), "0 ns ± 4.00 ns");
    EXPECT_EQ(plus_minus_text(12, 0), "12.0 ns ± 0 ns");
}

TEST(range_text, has_one_unit_and_contains_the_interval) {
    const auto text = [](double low, double high) {
        return range_text({low, high, measure::confidence});
    };
    EXPECT_EQ(text(14'743, 43'606), "14 to 44 µs");
    EXPECT_EQ(text(-900, 1'110), "-0.90 to 1.2 µs");
    EXPECT_EQ(text(std::numeric_limits<double>::min(), 4'404'505), "0 to 4.5 ms");
    EXPECT_EQ(text(-4'404'505, -std::numeric_limits<double>::min()), "-4.5 to 0 ms");
    EXPECT_EQ(text(0, 0), "0 to 0 ns");
}

TEST(bound_text, is_not_below_the_bound) {
    EXPECT_EQ(bound_text(2.11), "below 2.2 ns");
    EXPECT_EQ(bound_text(2.1), "below 2.1 ns");
    EXPECT_EQ(bound_text(996), "below 1.0 µs");
    EXPECT_EQ(bound_text(0), "nothing");
    EXPECT_EQ(bound_text(-1), "nothing");
}

TEST(time_text, of_what_no_program_measured_is_short) {
    EXPECT_EQ(time_text(1e300), "1.0e+291 s");
    EXPECT_EQ(time_text(999'000e9), "999000 s");
}

TEST(sureness_text, of_nothing_is_nothing) {
    EXPECT_EQ(sureness_text({0, stats::interval{0, 0, measure::confidence}}), "");
}

TEST(sureness_text, is_of_sure_costs_alone) {
    EXPECT_EQ(sureness_text(sure_to(44, 0.0088)), "0.9 %");
    EXPECT_EQ(sureness_text(sure_to(44, 0.0999)), "10 %");
    EXPECT_EQ(sureness_text(sure_to(44, 0.11)), "");
    EXPECT_EQ(sureness_text({44, {}}), "");
}

TEST(sureness_text, promises_no_certainty) {
    EXPECT_EQ(sureness_text(sure_to(44, 0.0004)), "0.1 %");
    EXPECT_EQ(sureness_text(sure_to(44, 0)), "0.1 %");
}

TEST(times_text, names_small_ratios_as_parts) {
    EXPECT_EQ(times_text(0.0111), "1/90 of");
    EXPECT_EQ(times_text(0.4), "0.40 times");
    EXPECT_EQ(times_text(0.753), "0.75 times");
    EXPECT_EQ(times_text(1.304), "1.3 times");
    EXPECT_EQ(times_text(753), "750 times");
    EXPECT_EQ(times_text(0.0999), "1/10 of");
    EXPECT_EQ(times_text(0.1), "0.10 times");
}

TEST(times_text, tells_what_differs_from_once) {
    EXPECT_EQ(times_text(1.03), "1.03 times");
    EXPECT_EQ(times_text(1.0042), "1.004 times");
    EXPECT_EQ(times_text(0.9958), "0.996 times");
    EXPECT_EQ(times_text(1), "1 times");
    EXPECT_EQ(times_text(1 + 1e-12), "1.0000 times");
}

TEST(times_text, of_odd_ratios_is_no_figure_of_many_digits) {
    EXPECT_EQ(times_text(0), "0 times");
    EXPECT_EQ(times_text(no_end), "inf times");
    EXPECT_EQ(times_text(no_number), "nan times");
    EXPECT_EQ(times_text(5e-324), "1/inf of");
}

} // namespace
} // namespace tollgate::report
