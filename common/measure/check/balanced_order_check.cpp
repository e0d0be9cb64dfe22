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

/// The share of pairs of slots that stand in the same order in each of the first rounds of a block.
double always_in_one_order(std::size_t slots, std::size_t rounds, std::size_t first_round) {
    std::vector<order> places(rounds, order(slots));
    for (std::size_t round = 0; round < rounds; ++round) {
        const order seen = balanced_order(slots, first_round + round, seed);
        for (std::size_t place = 0; place < slots; ++place) {
            places[round][seen[place]] = place;
        }
    }
    std::size_t pairs = 0;
    for (std::size_t one = 0; one < slots; ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            const auto before = [&](const order& at) { return at[one] < at[other]; };
            pairs += std::all_of(places.begin(), places.end(), before) ||
                             std::none_of(places.begin(), places.end(), before)
                         ? 1u
                         : 0u;
        }
    }
    return 2.0 * static_cast<double>(pairs) / static_cast<double>(slots * (slots - 1));
}

TEST(balanced_order, a_round_of_odd_number_is_the_one_before_it_backwards) {
    for (const std::size_t slots : {1u, 2u, 5u, 8u, 83u, 164u}) {
        for (std::size_t round = 0; round < 30; round += 2) {
            order first = balanced_order(slots, round, seed);
            std::reverse(first.begin(), first.end());
            EXPECT_EQ(balanced_order(slots, round + 1, seed), first);
        }
    }
}

// Which of two opposite rounds is first is drawn, so that every other round has no pattern either.
TEST(balanced_order, rounds_of_even_number_are_no_more_alike_than_chance_makes_them) {
    const auto seen_twice = [](std::size_t slots) {
        std::size_t same = 0;
        std::size_t all = 0;
        for (std::size_t round = 0; round + 2 < block_length(slots); round += 4) {
            const order one = balanced_order(slots, round, seed);
            const order other = balanced_order(slots, round + 2, seed);
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

// A run is seldom as long as a block. By chance it would be 1 in 64 of seven rounds.
TEST(balanced_order, few_pairs_stand_in_the_same_order_in_each_of_a_few_rounds) {
    for (const std::size_t slots : {164u, 163u, 83u}) {
        for (std::size_t block = 0; block < 5; ++block) {
            EXPECT_LE(always_in_one_order(slots, 7, block * block_length(slots)), 0.05)
                << slots << " slots, block " << block;
        }
    }
    EXPECT_LE(always_in_one_order(164, 7, 160), 0.05) << "across the border of two blocks";
}

} // namespace
} // namespace tollgate::measure
