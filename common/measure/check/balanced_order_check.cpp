// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/balanced_order.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tollgate::measure {
namespace {

using ::testing::IsEmpty;
using order = std::vector<std::size_t>;

constexpr std::size_t most_slots = 9;
constexpr std::uint64_t seed = 12345;

std::size_t block_length(std::size_t slots) {
    return slots % 2 == 0 ? slots : 2 * slots;
}

TEST(balanced_order, every_round_runs_every_slot_once) {
    for (std::size_t slots = 1; slots <= most_slots; ++slots) {
        for (std::size_t round = 0; round < 100; ++round) {
            order seen = balanced_order(slots, round, seed);
            std::sort(seen.begin(), seen.end());
            ASSERT_EQ(seen.size(), slots);
            for (std::size_t slot = 0; slot < slots; ++slot) {
                ASSERT_EQ(seen[slot], slot);
            }
        }
    }
}

TEST(balanced_order, no_slots_no_order) {
    EXPECT_THAT(balanced_order(0, 3, seed), IsEmpty());
}

TEST(balanced_order, each_slot_stands_equally_often_in_each_place) {
    for (std::size_t slots = 1; slots <= most_slots; ++slots) {
        const std::size_t length = block_length(slots);
        for (std::size_t block = 0; block < 3; ++block) {
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> times;
            for (std::size_t round = block * length; round < (block + 1) * length; ++round) {
                const order seen = balanced_order(slots, round, seed);
                for (std::size_t place = 0; place < slots; ++place) {
                    ++times[{seen[place], place}];
                }
            }
            ASSERT_EQ(times.size(), slots * slots);
            for (const auto& [where, count] : times) {
                EXPECT_EQ(count, length / slots)
                    << slots << " slots, slot " << where.first << " in place " << where.second;
            }
        }
    }
}

TEST(balanced_order, each_slot_stands_equally_often_behind_each_other) {
    for (std::size_t slots = 2; slots <= most_slots; ++slots) {
        const std::size_t length = block_length(slots);
        for (std::size_t block = 0; block < 3; ++block) {
            std::map<std::pair<std::size_t, std::size_t>, std::size_t> times;
            for (std::size_t round = block * length; round < (block + 1) * length; ++round) {
                const order seen = balanced_order(slots, round, seed);
                for (std::size_t place = 1; place < slots; ++place) {
                    ++times[{seen[place - 1], seen[place]}];
                }
            }
            ASSERT_EQ(times.size(), slots * (slots - 1));
            for (const auto& [pair, count] : times) {
                EXPECT_EQ(count, length / slots)
                    << slots << " slots, " << pair.second << " behind " << pair.first;
            }
        }
    }
}

TEST(balanced_order, two_slots_give_abba) {
    for (std::size_t block = 0; block < 20; ++block) {
        order first = balanced_order(2, 2 * block, seed);
        const order second = balanced_order(2, 2 * block + 1, seed);
        std::reverse(first.begin(), first.end());
        EXPECT_EQ(first, second);
    }
}

TEST(balanced_order, is_the_same_for_the_same_seed) {
    for (std::size_t round = 0; round < 50; ++round) {
        EXPECT_EQ(balanced_order(7, round, seed), balanced_order(7, round, seed));
    }
}

TEST(balanced_order, another_seed_and_another_block_give_another_order) {
    std::set<order> by_seed;
    std::set<order> by_block;
    for (std::size_t i = 0; i < 20; ++i) {
        by_seed.insert(balanced_order(8, 0, seed + i));
        by_block.insert(balanced_order(8, 8 * i, seed));
    }
    EXPECT_GT(by_seed.size(), 15u);
    EXPECT_GT(by_block.size(), 15u);
}

} // namespace
} // namespace tollgate::measure
