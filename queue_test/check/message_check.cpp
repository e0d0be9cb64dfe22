// SPDX-License-Identifier: BSL-1.0
#include "message.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace {

using namespace tollgate::queue_test;

template <class Message>
void expect_that_damage_shows() {
    Message one;
    for (const std::uint64_t number : {std::uint64_t{0}, (std::uint64_t{1} << 63) - 1}) {
        one.fill(number);
        EXPECT_EQ(one.number(), number);
        EXPECT_TRUE(one.intact());
        for (auto& word : one.words) {
            for (const int bit : {0, 31, 63}) {
                word ^= std::uint64_t{1} << bit;
                EXPECT_FALSE(one.intact());
                word ^= std::uint64_t{1} << bit;
            }
        }
        EXPECT_TRUE(one.intact());
    }
}

TEST(message, shows_damage_to_any_word) {
    expect_that_damage_shows<message<16>>();
    expect_that_damage_shows<message<64>>();
    expect_that_damage_shows<message<1024>>();
    static_assert(std::is_trivially_copyable_v<message<1024>> && sizeof(message<1024>) == 1024);
}

TEST(message, shows_when_parts_of_two_are_mixed) {
    message<64> one;
    message<64> other;
    one.fill(7);
    other.fill(8);
    one.words.back() = other.words.back();
    EXPECT_FALSE(one.intact());
}

TEST(message, of_one_word_has_nothing_to_be_compared_with) {
    message<8> one;
    one.fill(7);
    ++one.words[0];
    EXPECT_TRUE(one.intact());
    EXPECT_EQ(one.number(), 8U);
}

} // namespace
