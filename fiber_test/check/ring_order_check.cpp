// SPDX-License-Identifier: BSL-1.0
#include "ring_order.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>

namespace {

std::uint64_t turns_out_of_order(std::size_t members, std::initializer_list<std::size_t> turns) {
    tollgate::fiber_test::ring_order order(members);
    for (const std::size_t member : turns) {
        order.turn_of(member);
    }
    return order.out_of_order();
}

TEST(ring_order, each_once_a_lap) {
    EXPECT_EQ(turns_out_of_order(3, {}), 0U);
    EXPECT_EQ(turns_out_of_order(3, {0, 1, 2, 0, 1, 2, 0}), 0U);
    EXPECT_EQ(turns_out_of_order(2, {0, 1, 0, 1}), 0U);
}

TEST(ring_order, two_that_change_places) {
    EXPECT_EQ(turns_out_of_order(3, {0, 2, 1, 0, 1, 2}), 3U);
    EXPECT_EQ(turns_out_of_order(3, {1, 2, 0}), 1U);
}

TEST(ring_order, one_that_is_left_out_or_comes_twice) {
    EXPECT_EQ(turns_out_of_order(3, {0, 1, 0, 1, 2}), 1U);
    EXPECT_EQ(turns_out_of_order(3, {0, 1, 1, 2, 0}), 1U);
}

} // namespace
