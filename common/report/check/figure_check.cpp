// SPDX-License-Identifier: BSL-1.0
// Figures as texts: digits, units, and how sure they are.
#include <tollgate/report/figure.hpp>

#include "fake_costs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tollgate::report {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double no_end = std::numeric_limits<double>::infinity();

TEST(ns_text, is_rounded_before_its_decimals_are_chosen) {
    EXPECT_EQ(ns_text(0), "0.00");
    EXPECT_EQ(ns_text(9.994), "9.99");
    EXPECT_EQ(ns_text(9.996), "10.0");
    EXPECT_EQ(ns_text(-58.44), "-58.4");
    EXPECT_EQ(ns_text(999.94), "999.9");
    EXPECT_EQ(ns_text(999.96), "1000");
    EXPECT_EQ(ns_text(-1234.5678), "-1235");
    EXPECT_EQ(ns_text(75e6), "75000000");
}

TEST(percent_text, has_one_decimal_and_two_below_one_per_cent) {
    EXPECT_EQ(percent_text(0), "0.00 %");
    EXPECT_EQ(percent_text(0.00994), "0.99 %");
    EXPECT_EQ(percent_text(0.00996), "1.0 %");
    EXPECT_EQ(percent_text(1.5), "150.0 %");
    EXPECT_EQ(percent_text(-0.0523), "-5.2 %");
    EXPECT_EQ(percent_text(-0.0023), "-0.23 %");
}

TEST(ratio_text, has_three_digits_and_never_an_exponent) {
    EXPECT_EQ(ratio_text(0.00704123), "0.00704");
    EXPECT_EQ(ratio_text(0.9), "0.9");
    EXPECT_EQ(ratio_text(999.4), "999");
    EXPECT_EQ(ratio_text(1294.4), "1294");
    EXPECT_EQ(ratio_text(1), "1");
    EXPECT_EQ(ratio_text(1.0004), "1.0004") << "what differs from 1 is not shown as 1";
    EXPECT_EQ(ratio_text(0.99996), "0.99996");
    EXPECT_EQ(ratio_text(1 + 1e-12), "1");
}

TEST(time_text, has_three_digits_and_a_unit_that_fits) {
    EXPECT_EQ(time_text(44.21), "44.2 ns");
    EXPECT_EQ(time_text(11543), "11.5 µs");
    EXPECT_EQ(time_text(-2.004e6), "-2.00 ms");
    EXPECT_EQ(time_text(8.7787e9), "8.78 s");
    EXPECT_EQ(time_text(0), "0 ns");
    EXPECT_EQ(time_text(999'000e9), "999000 s");
    EXPECT_EQ(time_text(1e300), "1.0e+291 s") << "no program measured it: it is short";
    constexpr const char* texts[] = {"0.0100 ns", "0.100 ns", "1.00 ns", "10.0 ns", "100 ns",
                                     "1.00 µs",   "10.0 µs",  "100 µs",  "1.00 ms"};
    double ns = 0.01;
    for (const char* text : texts) {
        EXPECT_EQ(time_text(ns), text);
        EXPECT_EQ(time_text(std::nextafter(ns, 0)), text) << "rounded before the unit is chosen";
        ns *= 10;
    }
}

TEST(time_text, of_less_than_a_picosecond_is_none) {
    EXPECT_EQ(time_text(0.00101), "0.00101 ns");
    for (const double rest : {0.00099, -0.00099, 3e-17, -5e-324, -0.0}) {
        EXPECT_EQ(time_text(rest), "0 ns");
    }
}

TEST(time_text, of_no_number_is_no_digits) {
    EXPECT_EQ(time_text(no_number), "nan ns");
    EXPECT_EQ(time_text(-no_end), "-inf s");
}

TEST(is_sure, judges_the_farther_end) {
    EXPECT_TRUE(is_sure(sure_to(50, 0.1)));
    EXPECT_FALSE(is_sure(within(50, 49, 55.1)));
    EXPECT_FALSE(is_sure(within(50, 44.9, 51)));
    EXPECT_TRUE(is_sure(within(-50, -51, -49)));
}

TEST(is_sure, needs_an_interval_and_a_value) {
    EXPECT_FALSE(is_sure({50, {}}));
    for (const measure::estimate& odd :
         {within(0, -1, 1), within(no_number, no_number, no_number), within(50, no_number, 51),
          within(50, 49, no_number), within(50, 49, no_end), within(no_end, 49, no_end)}) {
        EXPECT_FALSE(is_sure(odd)) << odd.value;
    }
}

TEST(cost_text, has_the_digits_that_are_sure_and_a_mark_if_it_is_not_sure) {
    EXPECT_EQ(cost_text(sure_to(44.21, 0.009)), "44.2 ns");
    EXPECT_EQ(cost_text(sure_to(44.21, 0)), "44.2 ns") << "three digits at most";
    EXPECT_EQ(cost_text(within(44.21, 43.01, 45.41)), "44 ns") << "two at least, of what is sure";
    EXPECT_EQ(cost_text(within(178.4, 166.4, 190.4)), "180 ns");
    EXPECT_EQ(cost_text(within(-50, -51, -49)), "-50 ns");
    EXPECT_EQ(cost_text(within(18'000, 15'000, 21'000)), "18 µs ?");
    EXPECT_EQ(cost_text(within(996, 870, 1'180)), "1.0 µs ?");
    EXPECT_EQ(cost_text(within(-95, -114, -85)), "-95 ns ?");
    EXPECT_EQ(cost_text(within(44, 22, 60)), "44 ns ?");
    EXPECT_EQ(cost_text(within(44, 21.9, 60)), "44 ns ?\?");
    EXPECT_EQ(cost_text({44.2, {}}), "44 ns ?\?");
    EXPECT_EQ(cost_text({0, {}}), "0 ns ?\?");
}

TEST(whole_cost_text, has_the_uncertainty_or_the_interval) {
    EXPECT_EQ(whole_cost_text(sure_to(44.21, 0.009)), "44.2 ns ± 0.9 %");
    EXPECT_EQ(whole_cost_text(within(10'100, 7'500, 16'700)), "10 µs (7.5 to 17 µs)");
    EXPECT_EQ(whole_cost_text({44.2, {}}), "44 ns ?\?");
    EXPECT_EQ(whole_cost_text(within(0, 0, 0)), "0 ns");
}

TEST(amount_text, has_one_unit_one_last_place_and_the_digits_that_are_sure) {
    const auto text = [](double ns, double unsure_ns) {
        return amount_text(within(ns, ns - unsure_ns, ns + unsure_ns));
    };
    EXPECT_EQ(text(13'100, 600), "13.1 ± 0.6 µs");
    EXPECT_EQ(text(13'149, 1'249), "13 ± 1 µs");
    EXPECT_EQ(text(2'100, 960), "2.1 ± 1.0 µs");
    EXPECT_EQ(text(1'880, 9), "1.880 ± 0.009 µs");
    EXPECT_EQ(text(640, 85), "640 ± 90 ns");
    EXPECT_EQ(text(-44.2, 0.4), "44.2 ± 0.4 ns");
    EXPECT_EQ(text(17'900, 1.4), "17.900 ± 0.001 µs");
    EXPECT_EQ(text(17'900, 1e-9), "17.9000 ± 0.0001 µs") << "no promise of certainty, nor digits";
    EXPECT_EQ(text(999.6, 4), "1.000 ± 0.004 µs");
    EXPECT_EQ(text(0, 4), "0 ± 4 ns");
    EXPECT_EQ(text(12, 0), "12.0 ± 0.0 ns");
}

TEST(amount_text, of_a_whole_cost_is_a_bound_where_the_interval_reaches_zero) {
    EXPECT_EQ(whole_amount_text(within(7'100, 6'600, 7'600)), "7.1 ± 0.5 µs");
    EXPECT_EQ(whole_amount_text(within(39'000, -4'000, 82'000)), "at most 82 µs");
    EXPECT_EQ(whole_amount_text(within(-60, -80, -40)), "− 60 ± 20 ns");
}

TEST(ns_cost_text, has_one_last_place_and_no_unit) {
    EXPECT_EQ(ns_cost_text(sure_to(58.42, 0.0067)), "58.4 ± 0.4");
    EXPECT_EQ(ns_cost_text(within(282.9, -1'030, 290)), "280 ± 1310");
    EXPECT_EQ(ns_cost_text(within(1e300, 9e299, 1e300)), "1e+300 ± 1e+299") << "no 300 digits";
}

TEST(range_text, contains_the_interval_and_has_a_unit_for_each_magnitude) {
    const auto text = [](double low, double high) {
        return range_text({low, high, measure::confidence});
    };
    constexpr double least = std::numeric_limits<double>::min();
    EXPECT_EQ(text(14'743, 43'606), "14 to 44 µs");
    EXPECT_EQ(text(-900, 1'110), "-900 ns to 1.2 µs");
    EXPECT_EQ(text(least, 4'404'505), "0 to 4.5 ms");
    EXPECT_EQ(text(-4'404'505, -least), "-4.5 to 0 ms");
    EXPECT_EQ(text(-1'600'000, -91), "-1.6 ms to -91 ns");
    EXPECT_EQ(text(0, 0), "0 to 0 ns");
    EXPECT_EQ(text(104, 123.1), "104 to 124 ns") << "more digits for a narrow interval";
    EXPECT_EQ(range_text({104, 123, measure::confidence}, "–"), "104–123 ns");
    EXPECT_EQ(range_text({-4, 123, measure::confidence}, "–"), "-4.0–130 ns");
}

TEST(upper_text, is_not_below_the_bound) {
    EXPECT_EQ(upper_text(2.11), "2.2 ns");
    EXPECT_EQ(upper_text(2.1), "2.1 ns");
    EXPECT_EQ(upper_text(996), "1.0 µs");
    EXPECT_EQ(upper_text(-1), "0 ns");
}

TEST(uncertainty_text, is_in_per_cent_and_promises_no_certainty) {
    EXPECT_EQ(uncertainty_text(sure_to(44, 0.0088)), "0.9 %");
    EXPECT_EQ(uncertainty_text(within(-50, -51, -49)), "2.0 %");
    EXPECT_EQ(uncertainty_text(sure_to(44, 0.0999)), "10 %");
    EXPECT_EQ(uncertainty_text(within(10'000, 7'500, 17'000)), "70 %");
    EXPECT_EQ(uncertainty_text(sure_to(44, 10)), "> 999 %");
    EXPECT_EQ(uncertainty_text({44, {}}), "");
    EXPECT_EQ(uncertainty_text(within(0, 0, 0)), "");
    EXPECT_EQ(uncertainty_text(sure_to(44, 0.0004)), "0.1 %");
    EXPECT_EQ(uncertainty_text(sure_to(44, 0)), "0.1 %");
}

TEST(times_text, names_small_ratios_as_parts_and_tells_what_differs_from_once) {
    EXPECT_EQ(times_text(0.0111), "1/90 of");
    EXPECT_EQ(times_text(0.0999), "1/10 of");
    EXPECT_EQ(times_text(0.1), "0.10 times");
    EXPECT_EQ(times_text(0.753), "0.75 times");
    EXPECT_EQ(times_text(0.9958), "0.996 times");
    EXPECT_EQ(times_text(1), "1 times");
    EXPECT_EQ(times_text(1 + 1e-12), "1.0000 times");
    EXPECT_EQ(times_text(1.0042), "1.004 times");
    EXPECT_EQ(times_text(1.304), "1.3 times");
    EXPECT_EQ(times_text(753), "750 times");
    EXPECT_EQ(times_text(0), "0 times");
    EXPECT_EQ(times_text(no_end), "inf times");
    EXPECT_EQ(times_text(no_number), "nan times");
    EXPECT_EQ(times_text(5e-324), "1/inf of") << "no figure of many digits";
}

} // namespace
} // namespace tollgate::report
