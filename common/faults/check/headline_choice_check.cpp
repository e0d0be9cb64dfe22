// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/quick_choice.hpp>

#include <gmock/gmock.h>

#include <regex>

#include <string>

namespace {

using namespace tollgate;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Ten cases, of which on two sockets the last is compared with another.
cli::program ten_cases(const std::string& left) {
    cli::program what;
    what.quick = [wanted = std::regex(left)](const measure::case_key& key) {
        return std::regex_search(key.name(), wanted);
    };
    what.cases = [](const cli::options&, const cpu::topology& machine) {
        cli::case_list list;
        for (int i = 0; i < 10; ++i) {
            measure::measured_case one;
            one.key = "case/" + std::to_string(i);
            if (i == 9 && machine.packages == 2) {
                one.compared_with = "case/7";
            }
            list.cases.push_back(one);
        }
        return list;
    };
    return what;
}

TEST(quick_choice, of_some_cases_with_the_first_is_right) {
    EXPECT_THAT(faults::wrong_in_quick_choice(ten_cases("[0-57-9]")), IsEmpty());
}

TEST(quick_choice, of_too_few_or_of_all_is_wrong) {
    EXPECT_THAT(faults::wrong_in_quick_choice(ten_cases("[0-3]")),
                ElementsAre("one CPU: 4 of 10 cases", "two cores: 4 of 10 cases",
                            "two sockets: 4 of 10 cases"));
    EXPECT_EQ(faults::wrong_in_quick_choice(ten_cases("")).size(), 3u);
}

TEST(quick_choice, without_the_first_case_is_wrong) {
    EXPECT_THAT(faults::wrong_in_quick_choice(ten_cases("[1-7]")),
                ElementsAre("one CPU: the first case is not left",
                            "two cores: the first case is not left",
                            "two sockets: the first case is not left"));
}

TEST(quick_choice, without_what_a_case_is_compared_with_is_wrong) {
    EXPECT_THAT(faults::wrong_in_quick_choice(ten_cases("[0-69]")),
                ElementsAre("two sockets: case/9 without case/7"));
}

} // namespace
