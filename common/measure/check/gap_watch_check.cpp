// SPDX-License-Identifier: BSL-1.0
//
// The loop that watches, with a counter moved by hand, and on this machine with a gap that is made:
// a signal handler that tells how long it ran.
#include <tollgate/faults/sanitized.hpp>
#include <tollgate/measure/gap_watch.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include <csignal>
#include <unistd.h>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t usual_turn = 30;
constexpr std::int64_t least_gap = 1'000;
using found_gap = gap_finder::found;

gap_finder fed(const std::vector<std::int64_t>& readings, std::size_t most = 8) {
    gap_finder finder(readings.front(), usual_turn, least_gap, most);
    for (std::size_t i = 1; i < readings.size(); ++i) {
        finder.look(readings[i]);
    }
    return finder;
}

TEST(gap_finder, a_gap_begins_at_the_least_and_is_without_the_usual_distance) {
    EXPECT_THAT(fed({100, 100 + usual_turn + least_gap - 1}).gaps, IsEmpty());
    EXPECT_THAT(fed({100, 100 + usual_turn + least_gap}).gaps,
                ElementsAre(found_gap{100, least_gap}));
    const gap_finder seen = fed({0, 30, 5'060, 5'090, 7'120});
    EXPECT_THAT(seen.gaps, ElementsAre(found_gap{30, 5'000}, found_gap{5'090, 2'000}));
    EXPECT_EQ(seen.taken, 7'000);
}

TEST(gap_finder, a_counter_that_runs_backwards_is_no_gap_and_is_told) {
    const gap_finder seen = fed({5'000, 4'000, 4'030, 9'060});
    EXPECT_EQ(seen.backwards, 1U);
    EXPECT_THAT(seen.gaps, ElementsAre(found_gap{4'030, 5'000}));
}

// A thread that takes 20 to 40 counts a turn and is interrupted wherever it is in one.
TEST(gap_finder, a_length_is_wrong_by_no_more_than_a_turn) {
    std::mt19937 random(1);
    std::uniform_int_distribution<std::int64_t> turns(20, 40);
    std::uniform_int_distribution<std::int64_t> lengths(least_gap + 20, 50'000);
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
    ASSERT_EQ(seen.gaps.size(), made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        EXPECT_LE(std::abs(seen.gaps[i].length - made[i]), 10);
    }
}

TEST(usual_distance, is_the_median_and_at_least_1) {
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 2>{7, 27}), 20);
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 4>{0, 20, 5'020, 5'042}), 22);
    EXPECT_EQ(usual_distance(std::array<std::int64_t, 4>{3, 3, 3, 3}), 1);
}

/// Counts of half a nanosecond; a turn takes 60 of them, and more before some readings.
struct scripted_counter {
    std::map<int, std::int64_t> longer{};
    std::int64_t counts = 1'000'000;
    int readings = 0;

    std::int64_t operator()() {
        const auto more = longer.find(++readings);
        counts += 60 + (more == longer.end() ? 0 : more->second);
        return counts;
    }
};

constexpr int trial = 256; ///< readings by which the watch knows its turn; the next is the first

TEST(gap_watch, sees_made_gaps_with_their_moment_and_their_length) {
    scripted_counter counter;
    counter.longer = {{3, 1'000'000}, // among those by which it learns its turn
                      {trial + 1 + 10, 4'000},
                      {trial + 1 + 20, 1'998},
                      {trial + 1 + 30, 2'000}};
    const std::int64_t first = 1'000'000 + (trial + 1) * 60 + 1'000'000;
    const watched_slice seen =
        watch_counter(std::ref(counter), 0.5, {first - 2'000, 70'000}, 100us);
    EXPECT_THAT(seen.gaps, ElementsAre(gap{70'000 + 1'000 + 9 * 30, 2'000, 0},
                                       gap{70'000 + 1'000 + 29 * 30 + 2'000 + 999, 1'000, 0}));
    EXPECT_EQ(seen.taken_ns, 3'000);
    EXPECT_GE(seen.watched_ns, 100'000);
    EXPECT_LT(seen.watched_ns, 100'030);
    EXPECT_EQ(seen.looks, static_cast<std::uint64_t>(counter.readings - trial - 1));
    EXPECT_EQ(seen.turn_ns, 30);
    EXPECT_EQ(seen.backwards, 0U);
}

TEST(gap_watch, a_slice_ends_with_the_gap_that_it_ended_in) {
    scripted_counter counter;
    counter.longer = {{trial + 5, 1'000'000'000}};
    const watched_slice seen = watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms);
    EXPECT_EQ(seen.taken_ns, 500'000'000);
    EXPECT_GT(seen.watched_ns, seen.taken_ns);
    EXPECT_EQ(seen.beyond_ns, seen.watched_ns - 20'000'000);
    EXPECT_LT(seen.taken_ns - seen.beyond_ns, 20'000'000);
}

TEST(gap_watch, nothing_lies_beyond_a_slice_that_ended_in_no_gap) {
    scripted_counter counter;
    counter.longer = {{trial + 5, 1'000'000}};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.7, {0, 0}, 20ms).beyond_ns, 0);
}

TEST(gap_watch, a_gap_that_is_not_listed_is_told_if_it_is_the_longest_of_these) {
    scripted_counter counter;
    const int made = static_cast<int>(most_gaps_in_slice) + 10;
    for (int i = 0; i < made; ++i) {
        counter.longer[trial + 2 + i] = 4'000;
    }
    counter.longer[trial + 2 + made - 3] = 10'000;
    const std::int64_t first = 1'000'000 + (trial + 1) * 60;
    const watched_slice seen = watch_counter(std::ref(counter), 0.5, {first, 70'000}, 20ms);
    EXPECT_EQ(seen.longest_unlisted, (gap{70'000 + (made - 3) * 2'030, 5'000, 0}));
    EXPECT_EQ(seen.gaps.size(), most_gaps_in_slice);
    EXPECT_EQ(seen.unlisted, 10U);
    EXPECT_EQ(seen.unlisted_ns, 9 * 2'000 + 5'000);
    EXPECT_EQ(seen.taken_ns, (made - 1) * 2'000 + 5'000);
    counter = {};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms).longest_unlisted, std::nullopt);
}

/// A slice of 5 ms, and of the time by which its last gap is longer.
watched_slice slice_with(const std::vector<std::int64_t>& lengths, std::int64_t beyond_ns = 0) {
    watched_slice seen;
    seen.watched_ns = 5'000'000 + beyond_ns;
    for (const std::int64_t length : lengths) {
        seen.gaps.push_back({0, length, 0});
        seen.taken_ns += length;
    }
    return seen;
}

// Each slice has 2 ms of its own.
TEST(interrupts_share_of, watches_until_the_thread_has_had_enough_time_of_its_own) {
    int slices = 0;
    const auto share = interrupts_share_of([&] {
        ++slices;
        return slice_with({199'999, 200'000, 7'800'000, 1}, 5'000'000);
    });
    ASSERT_TRUE(share);
    EXPECT_DOUBLE_EQ(*share, 0.1);
    EXPECT_EQ(slices, 3);
}

TEST(interrupts_share_of, is_not_told_of_a_thread_that_is_preempted_too_much) {
    const std::pair<std::int64_t, bool> told_after[] = {{4'501'000, false}, {4'500'000, true}};
    for (const auto& [lost_ns, told] : told_after) {
        int slices = 0;
        const auto share = interrupts_share_of([&, lost = lost_ns] {
            ++slices;
            return slice_with({50'000, lost});
        });
        EXPECT_EQ(share.has_value(), told);
        EXPECT_EQ(slices, 10);
    }
}

std::int64_t now_ns() {
    const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
    return since.count();
}

/// When the handler ran, by its own account.
std::atomic<std::int64_t> held_from{0};
std::atomic<std::int64_t> held_until{0};

void hold_up(int /*signal*/) {
    held_from = now_ns();
    while (now_ns() < held_from + 300'000) {
    }
    held_until = now_ns();
}

// The watch's counter is calibrated to a few parts in a million, which is a nanosecond here. A gap
// is longer than its handler, because it also has what lies around it.
TEST(gap_watch, sees_a_signal_handler_with_the_length_that_it_tells) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << "skipped a signal within a slice: ThreadSanitizer lets it wait for a call";
    }
    const gap_watch watch;
    const auto before = std::signal(SIGALRM, hold_up);
    watched_slice seen;
    ::ualarm(5'000, 0);
    for (int slices = 0; held_until == 0 && slices < 1'000; ++slices) {
        seen = watch.watch(20ms);
    }
    std::signal(SIGALRM, before);
    ASSERT_NE(held_until, 0);
    const std::int64_t at_least = held_until - held_from - 100;
    EXPECT_TRUE(std::any_of(seen.gaps.begin(), seen.gaps.end(), [&](const gap& each) {
        return each.at_ns <= held_from + 1'000 &&
               each.at_ns + each.length_ns >= held_until - 1'000 && each.length_ns >= at_least;
    })) << at_least;
    EXPECT_GE(seen.taken_ns, at_least);
    EXPECT_LE(seen.taken_ns, seen.watched_ns);
}

} // namespace
} // namespace tollgate::measure
