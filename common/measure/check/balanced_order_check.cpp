// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/balanced_order.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tollgate::measure {
namespace {

using slot_order = std::vector<std::size_t>;

constexpr std::size_t most_slots = 9;
constexpr std::uint64_t order_seed = 12345;

std::size_t block_length(std::size_t slots) {
    return slots % 2 == 0 ? slots : 2 * slots;
}

// Over a block of rounds, each slot has each place and follows each other slot equally often.
TEST(balanced_order, balances_every_block) {
    for (std::size_t slots = 1; slots <= most_slots; ++slots) {
        const std::size_t length = block_length(slots);
        for (std::size_t block = 0; block < 3; ++block) {
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> in_place;
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> behind;
            for (std::size_t round = block * length; round < (block + 1) * length; ++round) {
                const slot_order slots_in_order = balanced_order(slots, round, order_seed);
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

TEST(balanced_order, depends_on_seed_and_block) {
    std::set<slot_order> by_seed;
    std::set<slot_order> by_block;
    for (std::size_t i = 0; i < 20; ++i) {
        by_seed.insert(balanced_order(8, 0, order_seed + i));
        by_block.insert(balanced_order(8, 8 * i, order_seed));
        EXPECT_EQ(balanced_order(7, i, order_seed), balanced_order(7, i, order_seed));
    }
    EXPECT_GT(by_seed.size(), 15u);
    EXPECT_GT(by_block.size(), 15u);
}

TEST(balanced_order, odd_round_reverses_the_round_before) {
    for (const std::size_t slots : {1u, 2u, 5u, 8u, 83u, 164u}) {
        for (std::size_t round = 0; round < 30; round += 2) {
            slot_order first = balanced_order(slots, round, order_seed);
            std::reverse(first.begin(), first.end());
            EXPECT_EQ(balanced_order(slots, round + 1, order_seed), first);
        }
    }
}

// The order of two opposite rounds is drawn, so that every other round has no pattern, either.
TEST(balanced_order, even_rounds_are_unrelated) {
    const auto seen_twice = [](std::size_t slots) {
        std::size_t same = 0;
        std::size_t all = 0;
        for (std::size_t round = 0; round + 2 < block_length(slots); round += 4) {
            const slot_order first_order = balanced_order(slots, round, order_seed);
            const slot_order second_order = balanced_order(slots, round + 2, order_seed);
            const auto place_in = [](const slot_order& order, std::size_t slot) {
                return std::find(order.begin(), order.end(), slot);
            };
            for (std::size_t slot = 1; slot < slots; ++slot) {
                const bool before = place_in(first_order, 0) < place_in(first_order, slot);
                same +=
                    before == (place_in(second_order, 0) < place_in(second_order, slot)) ? 1u : 0u;
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
