// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/balanced_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tollgate::measure {
namespace {

using order = std::vector<std::size_t>;

constexpr std::size_t most_slots = 9;
constexpr std::uint64_t order_seed = 12345;

std::size_t block_length(std::size_t slots) {
    return slots % 2 == 0 ? slots : 2 * slots;
}

// Over a block of rounds each slot stands equally often in each place, and equally often behind
// each other one.
TEST(balanced_order, every_block_is_balanced) {
    for (std::size_t slots = 1; slots <= most_slots; ++slots) {
        const std::size_t length = block_length(slots);
        for (std::size_t block = 0; block < 3; ++block) {
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> in_place;
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> behind;
            for (std::size_t round = block * length; round < (block + 1) * length; ++round) {
                const order slots_in_order = balanced_order(slots, round, order_seed);
                ASSERT_EQ(std::set(slots_in_order.begin(), slots_in_order.end()).size(), slots);
                ASSERT_EQ(slots_in_order.size(), slots) << "each slot once";
                for (std::size_t place = 0; place < slots; ++place) {
                    ++in_place[{slots_in_order[place], place}];
                    if (place > 0) {
                        ++behind[{slots_in_order[place - 1], slots_in_order[place]}];
                    }
                }
            }
            ASSERT_EQ(in_place.size(), slots * slots);
            ASSERT_EQ(behind.size(), slots * (slots - 1));
            for (const auto& times : {in_place, behind}) {
                for (const auto& [where, count] : times) {
                    EXPECT_EQ(count, length / slots)
                        << slots << " slots, " << where.first << ", " << where.second;
                }
            }
        }
    }
    EXPECT_TRUE(balanced_order(0, 3, order_seed).empty());
}

TEST(balanced_order, another_seed_and_another_block_give_another_order) {
    std::set<order> by_seed;
    std::set<order> by_block;
    for (std::size_t i = 0; i < 20; ++i) {
        by_seed.insert(balanced_order(8, 0, order_seed + i));
        by_block.insert(balanced_order(8, 8 * i, order_seed));
        EXPECT_EQ(balanced_order(7, i, order_seed), balanced_order(7, i, order_seed));
    }
    EXPECT_GT(by_seed.size(), 15u);
    EXPECT_GT(by_block.size(), 15u);
}

TEST(balanced_order, a_round_of_odd_number_is_the_one_before_it_backwards) {
    for (const std::size_t slots : {1u, 2u, 5u, 8u, 83u, 164u}) {
        for (std::size_t round = 0; round < 30; round += 2) {
            order first = balanced_order(slots, round, order_seed);
            std::reverse(first.begin(), first.end());
            EXPECT_EQ(balanced_order(slots, round + 1, order_seed), first);
        }
    }
}

// Which of two opposite rounds is first is drawn, so that every other round has no pattern either.
TEST(balanced_order, rounds_of_even_number_are_no_more_alike_than_chance_makes_them) {
    const auto seen_twice = [](std::size_t slots) {
        std::size_t same = 0;
        std::size_t all = 0;
        for (std::size_t round = 0; round + 2 < block_length(slots); round += 4) {
            const order one = balanced_order(slots, round, order_seed);
            const order other = balanced_order(slots, round + 2, order_seed);
            const auto place_in = [](const order& in, std::size_t slot) {
                return std::find(in.begin(), in.end(), slot);
            };
            for (std::size_t slot = 1; slot < slots; ++slot) {
                const bool before = place_in(one, 0) < place_in(one, slot);
                same += before == (place_in(other, 0) < place_in(other, slot)) ? 1u : 0u;
                ++all;
            }
        }
        return static_cast<double>(same) / static_cast<double>(all);
    };
    EXPECT_NEAR(seen_twice(163), 0.5, 0.1);
    EXPECT_NEAR(seen_twice(164), 0.5, 0.1);
}

} // namespace
} // namespace tollgate::measure
