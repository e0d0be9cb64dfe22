// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/run/errors.hpp>

#include <gmock/gmock.h>

#include <limits>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t whole(std::string_view text, whole_range allowed = {2, 1'000'000}) {
    return parse_whole("--rounds", text, allowed);
}

double decimal(std::string_view text, decimal_range allowed = {0.1, 100}) {
    return parse_decimal("--time", text, allowed);
}

std::vector<std::uint64_t> list(std::string_view text, whole_range allowed = {2, 1024}) {
    return parse_whole_list("--sweep", text, allowed);
}

TEST(whole_number, must_be_in_its_range) {
    EXPECT_EQ(whole("2"), 2u);
    EXPECT_EQ(whole("1000000"), 1'000'000u);
    EXPECT_EQ(whole("0010"), 10u) << "leading zeros are decimal";
    EXPECT_THROW(whole("1"), run::usage_error);
    EXPECT_THROW(whole("1000001"), run::usage_error);
    EXPECT_EQ(whole("18446744073709551615", {0, largest}), largest);
    EXPECT_THROW(whole("18446744073709551616", {0, largest}), run::usage_error);
}

TEST(whole_number, must_consist_of_digits) {
    for (const char* text : {"", " ", " 4", "4 ", "4\n", "+4", "-4", "-0", "4.0", "4,0", "1e3",
                             "0x10", "four", "4four", "1'000", "1,000", "inf", "nan"}) {
        EXPECT_EQ(message_of<run::usage_error>([&] {
                      whole(text, {0, largest});
                  }),
                  "--rounds: '" + std::string(text) +
                      "' is not a whole number from 0 to 18,446,744,073,709,551,615");
    }
}

TEST(decimal_number, must_be_in_its_range) {
    EXPECT_EQ(decimal("0.1"), 0.1);
    EXPECT_EQ(decimal("1e2"), 100);
    EXPECT_THROW(decimal("0.0999"), run::usage_error);
    EXPECT_THROW(decimal("100.01"), run::usage_error);
}

TEST(decimal_number, must_be_a_finite_number) {
    for (const char* text :
         {"", " ", " 4", "4 ", "+4", "0,5", "1.5s", "4.0.0", "0x10", "half", "."}) {
        EXPECT_EQ(message_of<run::usage_error>([&] { decimal(text); }),
                  "--time: '" + std::string(text) + "' is not a number from 0.1 to 100");
    }
    const decimal_range everything{-std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::infinity()};
    EXPECT_EQ(decimal("-1.5", everything), -1.5);
    for (const char* text : {"inf", "-inf", "infinity", "nan", "NaN", "-nan", "1e999", "-1e999"}) {
        EXPECT_THROW(decimal(text, everything), run::usage_error) << text;
    }
}

TEST(whole_list, ascends_without_repeats_and_two_dots_double) {
    EXPECT_THAT(list("7"), ElementsAre(7));
    EXPECT_THAT(list("8,2,4,8"), ElementsAre(2, 4, 8));
    EXPECT_THAT(list("2..16"), ElementsAre(2, 4, 8, 16));
    EXPECT_THAT(list("3..20"), ElementsAre(3, 6, 12));
    EXPECT_THAT(list("5..5"), ElementsAre(5));
    EXPECT_THAT(list("100,2..8,6"), ElementsAre(2, 4, 6, 8, 100));
}

TEST(whole_list, doubling_ends_at_zero_and_at_the_largest_number) {
    EXPECT_THAT(list("0..9", {0, 10}), ElementsAre(0));
    const auto powers = list("1..18446744073709551615", {1, largest});
    ASSERT_EQ(powers.size(), 64u);
    EXPECT_EQ(powers.back(), std::uint64_t{1} << 63);
}

TEST(whole_list, two_dots_of_one_two_five_include_both_ends) {
    const auto numbers = [](std::string_view text, whole_range allowed) {
        return parse_whole_list("--sweep", text, allowed, list_steps::one_two_five);
    };
    EXPECT_THAT(numbers("1..1000", {1, 1'000}),
                ElementsAre(1, 2, 5, 10, 20, 50, 100, 200, 500, 1'000));
    EXPECT_THAT(numbers("3..40,7", {1, 100}), ElementsAre(3, 5, 7, 10, 20, 40));
    EXPECT_THAT(numbers("0..2", {0, 100}), ElementsAre(0, 1, 2));
    EXPECT_EQ(numbers("1..18446744073709551615", {1, largest}).size(), 3 * 19 + 1 + 1);
    EXPECT_THROW(numbers("5..1", {1, 10}), run::usage_error);
    EXPECT_THROW(numbers("1..", {1, 10}), run::usage_error);
    EXPECT_THROW(numbers("a..b", {1, 10}), run::usage_error);
    EXPECT_THROW(numbers("1..20", {1, 10}), run::usage_error);
}

TEST(whole_list, refuses_a_malformed_list_and_names_the_item) {
    for (const char* text : {"", ",", "2,", ",2", "2,,4", "2;4", "2, 4", "2..", "..2", "..",
                             "2...8", "2..4..8", "2-8", "1..4", "2..1025", "-2"}) {
        EXPECT_THROW(list(text), run::usage_error) << '\'' << text << '\'';
    }
    EXPECT_EQ(message_of<run::usage_error>([] { list("2,8..4"); }),
              "--sweep: '8..4' runs downwards; give the smaller number first");
    EXPECT_EQ(message_of<run::usage_error>([] { list("2,x,4"); }),
              "--sweep: 'x' is not a whole number from 2 to 1,024");
}

} // namespace
} // namespace tollgate::cli
