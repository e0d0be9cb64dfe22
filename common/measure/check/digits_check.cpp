// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/digits.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tollgate::measure {
namespace {

TEST(seven_digits, keeps_seven) {
    EXPECT_EQ(seven_digits(74.48552209174622), 74.48552);
    EXPECT_EQ(seven_digits(-0.000123456789), -0.0001234568);
    EXPECT_EQ(seven_digits(9'999'999.6), 10'000'000);
    EXPECT_EQ(seven_digits(123'456'789), 123'456'800);
    EXPECT_EQ(seven_digits(1e22 / 3), 3.333333e21);
}

TEST(ten_digits, keeps_ten) {
    EXPECT_EQ(ten_digits(74.48552209174622), 74.48552209);
    EXPECT_EQ(ten_digits(12'351'874), 12'351'874);
    EXPECT_EQ(ten_digits(1.0 / 3), 0.3333333333);
    EXPECT_EQ(ten_digits(-0.0), 0);
}

TEST(seven_digits, leaves_alone_what_is_not_finite) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(seven_digits(infinite), infinite);
    EXPECT_EQ(seven_digits(-infinite), -infinite);
    EXPECT_TRUE(std::isnan(seven_digits(std::numeric_limits<double>::quiet_NaN())));
}

TEST(seven_digits, the_ends_of_the_range_stay_finite) {
    using limits = std::numeric_limits<double>;
    for (const double end :
         {limits::max(), limits::min(), limits::denorm_min(), limits::lowest()}) {
        EXPECT_TRUE(std::isfinite(seven_digits(end))) << end;
        EXPECT_EQ(std::signbit(seven_digits(end)), std::signbit(end));
    }
}

TEST(seven_digits, twice_is_once_and_near) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-12, 12);
    for (int i = 0; i < 10'000; ++i) {
        const double figure = std::pow(10, exponent(random));
        const double rounded = seven_digits(figure);
        EXPECT_EQ(seven_digits(rounded), rounded);
        EXPECT_NEAR(rounded / figure, 1, 5.1e-7);
    }
}

} // namespace
} // namespace tollgate::measure
