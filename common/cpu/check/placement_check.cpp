// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/placement.hpp>

#include <gtest/gtest.h>

namespace {

using namespace tollgate::cpu;

TEST(placement, words_and_back) {
    std::string words;
    for (const placement which : all_placements) {
        EXPECT_EQ(parse_placement(to_string(which)), which);
        words += std::string(to_string(which)) + " ";
    }
    EXPECT_EQ(words, "free same smt core far ");
}

TEST(placement, other_words_are_none) {
    for (const char* text : {"", "Free", "far ", "all", "near"}) {
        EXPECT_EQ(parse_placement(text), std::nullopt) << text;
    }
}

} // namespace
