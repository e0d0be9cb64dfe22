// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/word_list.hpp>

#include "message_of.hpp"

#include <gmock/gmock.h>

#include <optional>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;

std::optional<int> parse_digit(std::string_view word) {
    return word.size() == 1 ? std::optional(word.front() - '0') : std::nullopt;
}

std::vector<int> digits(std::string_view text) {
    return parse_word_list("--digits", text, parse_digit, "one, two and three");
}

TEST(word_list, is_in_its_own_order_and_has_each_once) {
    EXPECT_THAT(digits("3"), ElementsAre(3));
    EXPECT_THAT(digits("3,1,2,1"), ElementsAre(1, 2, 3));
}

TEST(word_list, a_word_nobody_knows_is_refused_with_the_whole_text) {
    for (const char* text : {"", ",", "1,", ",1", "1,,2", "12", "1, 2"}) {
        EXPECT_EQ(message_of<usage_error>([&] { static_cast<void>(digits(text)); }),
                  "--digits: '" + std::string(text) + "' is not a list of one, two and three");
    }
}

} // namespace
} // namespace tollgate::cli
