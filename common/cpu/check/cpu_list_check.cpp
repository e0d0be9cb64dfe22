// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/cpu_list.hpp>

#include <gmock/gmock.h>

#include <stdexcept>

namespace {

using namespace tollgate::cpu;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(parse_cpu_list, numbers_and_ranges) {
    EXPECT_EQ(parse_cpu_list("0"), (std::vector{0}));
    EXPECT_EQ(parse_cpu_list("0-3,5"), (std::vector{0, 1, 2, 3, 5}));
    EXPECT_EQ(parse_cpu_list("7-7"), (std::vector{7}));
    EXPECT_EQ(parse_cpu_list("5,1,1-3,2-5"), (std::vector{1, 2, 3, 4, 5}));
    EXPECT_EQ(parse_cpu_list("0-4095").size(), 4096U);
}

TEST(parse_cpu_list, refuses_anything_else_and_says_what_is_allowed) {
    for (const std::string bad : {"",    ",",   "0,",   ",0",     "0,,1",
                                  "-",   "-1",  "1-",   "3-1",    "1-2-3",
                                  " 0",  "0 ",  "0, 1", "+1",     "a",
                                  "0x1", "1.5", "4096", "0-4096", "99999999999999999999",
                                  "--1", "0--1"}) {
        try {
            parse_cpu_list(bad);
            ADD_FAILURE() << "accepted \"" << bad << '"';
        } catch (const std::invalid_argument& error) {
            EXPECT_THAT(error.what(), AllOf(HasSubstr("\"" + bad + "\""), HasSubstr("0 to 4095"),
                                            HasSubstr("such as 0-3,5")));
        }
    }
}

TEST(format_cpu_list, shortest_text_in_any_order) {
    EXPECT_EQ(format_cpu_list({}), "");
    EXPECT_EQ(format_cpu_list(std::vector{4}), "4");
    EXPECT_EQ(format_cpu_list(std::vector{0, 1}), "0-1");
    EXPECT_EQ(format_cpu_list(std::vector{5, 3, 1, 0, 2, 3}), "0-3,5");
    EXPECT_EQ(format_cpu_list(std::vector{0, 2, 4}), "0,2,4");
}

} // namespace
