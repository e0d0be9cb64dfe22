// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/gap_finder.hpp>

#include <gmock/gmock.h>

#include <array>
#include <cstdlib>
#include <random>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using found = gap_finder::found;

constexpr std::int64_t turn = 30;
constexpr std::int64_t least = 1'000;

gap_finder fed(const std::vector<std::int64_t>& readings, std::size_t most = 8) {
    gap_finder finder(readings.front(), turn, least, most);
    for (std::size_t i = 1; i < readings.size(); ++i) {
        finder.look(readings[i]);
    }
    return finder;
}

TEST(gap_finder, sees_nothing_in_even_readings) {
    const gap_finder seen = fed({5, 35, 65, 95});
    EXPECT_THAT(seen.gaps(), IsEmpty());
    EXPECT_EQ(seen.taken(), 0);
    EXPECT_EQ(seen.looks(), 3U);
    EXPECT_EQ(seen.backwards(), 0U);
}

TEST(gap_finder, a_gap_begins_at_the_least_and_is_without_the_usual_distance) {
    EXPECT_THAT(fed({100, 100 + turn + least - 1}).gaps(), IsEmpty());
    EXPECT_THAT(fed({100, 100 + turn + least}).gaps(), ElementsAre(found{100, least}));
    const gap_finder seen = fed({0, 30, 5'060, 5'090, 7'120});
    EXPECT_THAT(seen.gaps(), ElementsAre(found{30, 5'000}, found{5'090, 2'000}));
    EXPECT_EQ(seen.taken(), 7'000);
}

TEST(gap_finder, what_is_not_listed_is_counted_and_summed) {
    const gap_finder seen = fed({0, 2'030, 5'060, 9'090}, 1);
    EXPECT_THAT(seen.gaps(), ElementsAre(found{0, 2'000}));
    EXPECT_EQ(seen.unlisted(), 2U);
    EXPECT_EQ(seen.unlisted_length(), 3'000 + 4'000);
    EXPECT_EQ(seen.taken(), 9'000);
}

TEST(gap_finder, the_longest_of_what_is_not_listed_is_kept) {
    const gap_finder seen = fed({0, 9'030, 12'060, 16'090, 20'120, 22'150}, 1);
    EXPECT_THAT(seen.gaps(), ElementsAre(found{0, 9'000}));
    EXPECT_EQ(seen.longest_unlisted(), (found{12'060, 4'000}));
    EXPECT_EQ(fed({0, 9'030}, 1).longest_unlisted(), std::nullopt);
}

TEST(gap_finder, a_counter_that_runs_backwards_is_no_gap_and_is_told) {
    const gap_finder seen = fed({5'000, 4'000, 4'030, 9'060});
    EXPECT_EQ(seen.backwards(), 1U);
    EXPECT_THAT(seen.gaps(), ElementsAre(found{4'030, 5'000}));
}

// A thread that takes 20 to 40 counts a turn and is interrupted wherever it is in one.
TEST(gap_finder, a_length_is_wrong_by_no_more_than_a_turn) {
    std::mt19937 random(1);
    std::uniform_int_distribution<std::int64_t> turns(20, 40);
    std::uniform_int_distribution<std::int64_t> lengths(least + 20, 50'000);
    std::vector<std::int64_t> readings{0};
    std::vector<std::int64_t> made;
    for (int i = 0; i < 20'000; ++i) {
        const bool interrupted = i % 100 == 50;
        const std::int64_t length = interrupted ? lengths(random) : 0;
        readings.push_back(readings.back() + turns(random) + length);
        if (interrupted) {
            made.push_back(length);
        }
    }
    const gap_finder seen = fed(readings, 1'000);
    ASSERT_EQ(seen.gaps().size(), made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        EXPECT_LE(std::abs(seen.gaps()[i].length - made[i]), 10);
    }
}

TEST(usual_distance, is_the_median_and_at_least_1) {
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 2>{7, 27}), 20);
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 4>{0, 20, 5'020, 5'042}), 22);
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 4>{3, 3, 3, 3}), 1);
}

} // namespace
} // namespace tollgate::measure
