// SPDX-License-Identifier: BSL-1.0
//
// The watching loop: with a counter that is moved by hand, and on this machine with a real gap, a
// signal handler that notes how long it ran.
#include <tollgate/measure/gap_watch.hpp>
#include <tollgate/testing/sanitized.hpp>

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

constexpr std::int64_t usual_step = 30;
constexpr std::int64_t least_gap = 1'000;
using raw_gap = gap_finder::raw_gap;

gap_finder fed(const std::vector<std::int64_t>& readings, std::size_t most = 8) {
    gap_finder finder(readings.front(), usual_step, least_gap, most);
    for (std::size_t i = 1; i < readings.size(); ++i) {
        finder.add(readings[i]);
    }
    return finder;
}

TEST(gap_finder, length_is_the_step_beyond_the_usual_step) {
    EXPECT_THAT(fed({100, 100 + usual_step + least_gap - 1}).gaps, IsEmpty());
    EXPECT_THAT(fed({100, 100 + usual_step + least_gap}).gaps,
                ElementsAre(raw_gap{100, least_gap}));
    const gap_finder result = fed({0, 30, 5'060, 5'090, 7'120});
    EXPECT_THAT(result.gaps, ElementsAre(raw_gap{30, 5'000}, raw_gap{5'090, 2'000}));
    EXPECT_EQ(result.lost, 7'000);
}

TEST(gap_finder, counts_steps_backwards_and_takes_none_for_a_gap) {
    const gap_finder result = fed({5'000, 4'000, 4'030, 9'060});
    EXPECT_EQ(result.backwards, 1U);
    EXPECT_THAT(result.gaps, ElementsAre(raw_gap{4'030, 5'000}));
}

// A thread that takes 20 to 40 counts for an iteration, and is interrupted anywhere in it.
TEST(gap_finder, error_of_a_length_is_at_most_one_step) {
    std::mt19937 random(1);
    std::uniform_int_distribution<std::int64_t> steps(20, 40);
    std::uniform_int_distribution<std::int64_t> lengths(least_gap + 20, 50'000);
    std::vector<std::int64_t> readings{0};
    std::vector<std::int64_t> lengths_made;
    for (int i = 0; i < 20'000; ++i) {
        const bool interrupted = i % 100 == 50;
        const std::int64_t length = interrupted ? lengths(random) : 0;
        readings.push_back(readings.back() + steps(random) + length);
        if (interrupted) {
            lengths_made.push_back(length);
        }
    }
    const gap_finder result = fed(readings, 1'000);
    ASSERT_EQ(result.gaps.size(), lengths_made.size());
    for (std::size_t i = 0; i < lengths_made.size(); ++i) {
        EXPECT_LE(std::abs(result.gaps[i].length - lengths_made[i]), 10);
    }
}

TEST(usual_step_of, is_the_median_and_at_least_1) {
    EXPECT_EQ(usual_step_of(std::array<std::int64_t, 2>{7, 27}), 20);
    EXPECT_EQ(usual_step_of(std::array<std::int64_t, 4>{0, 20, 5'020, 5'042}), 22);
    EXPECT_EQ(usual_step_of(std::array<std::int64_t, 4>{3, 3, 3, 3}), 1);
}

/// Counts of half a nanosecond. A step is 60 of them, and more before some readings.
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

constexpr int trial_readings = 256; ///< they give the usual step; the next is the first

TEST(gap_watch, finds_moment_and_length_of_gaps) {
    scripted_counter counter;
    counter.longer = {{3, 1'000'000}, // among the trial readings
                      {trial_readings + 1 + 10, 4'000},
                      {trial_readings + 1 + 20, 1'998},
                      {trial_readings + 1 + 30, 2'000}};
    const std::int64_t first = 1'000'000 + (trial_readings + 1) * 60 + 1'000'000;
    const watched_slice result =
        watch_counter(std::ref(counter), 0.5, {first - 2'000, 70'000}, 100us);
    EXPECT_THAT(result.gaps, ElementsAre(gap{70'000 + 1'000 + 9 * 30, 2'000, 0},
                                         gap{70'000 + 1'000 + 29 * 30 + 2'000 + 999, 1'000, 0}));
    EXPECT_EQ(result.lost_ns, 3'000);
    EXPECT_GE(result.watched_ns, 100'000);
    EXPECT_LT(result.watched_ns, 100'030);
    EXPECT_EQ(result.readings, static_cast<std::uint64_t>(counter.readings - trial_readings - 1));
    EXPECT_EQ(result.step_ns, 30);
    EXPECT_EQ(result.backwards, 0U);
}

TEST(gap_watch, slice_ends_with_the_gap_that_contains_its_end) {
    scripted_counter counter;
    counter.longer = {{trial_readings + 5, 1'000'000'000}};
    const watched_slice result = watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms);
    EXPECT_EQ(result.lost_ns, 500'000'000);
    EXPECT_GT(result.watched_ns, result.lost_ns);
    EXPECT_EQ(result.beyond_ns, result.watched_ns - 20'000'000);
    EXPECT_LT(result.lost_ns - result.beyond_ns, 20'000'000);
}

TEST(gap_watch, slice_without_a_gap_at_its_end_has_nothing_beyond) {
    scripted_counter counter;
    counter.longer = {{trial_readings + 5, 1'000'000}};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.7, {0, 0}, 20ms).beyond_ns, 0);
}

TEST(gap_watch, keeps_the_longest_unlisted_gap) {
    scripted_counter counter;
    const int gaps = static_cast<int>(most_gaps_in_slice) + 10;
    for (int i = 0; i < gaps; ++i) {
        counter.longer[trial_readings + 2 + i] = 4'000;
    }
    counter.longer[trial_readings + 2 + gaps - 3] = 10'000;
    const std::int64_t first = 1'000'000 + (trial_readings + 1) * 60;
    const watched_slice result = watch_counter(std::ref(counter), 0.5, {first, 70'000}, 20ms);
    EXPECT_EQ(result.longest_unlisted, (gap{70'000 + (gaps - 3) * 2'030, 5'000, 0}));
    EXPECT_EQ(result.gaps.size(), most_gaps_in_slice);
    EXPECT_EQ(result.unlisted, 10U);
    EXPECT_EQ(result.unlisted_ns, 9 * 2'000 + 5'000);
    EXPECT_EQ(result.lost_ns, (gaps - 1) * 2'000 + 5'000);
    counter = {};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms).longest_unlisted, std::nullopt);
}

/// A slice of 5 ms, longer by the part of its last gap that is beyond its end.
watched_slice slice_with(const std::vector<std::int64_t>& lengths, std::int64_t beyond_ns = 0) {
    watched_slice result;
    result.watched_ns = 5'000'000 + beyond_ns;
    for (const std::int64_t length : lengths) {
        result.gaps.push_back({0, length, 0});
        result.lost_ns += length;
    }
    return result;
}

// Each slice contains 2 ms of own time.
TEST(interrupts_share_of, watches_until_the_thread_has_had_enough_own_time) {
    int slices = 0;
    const auto share = interrupts_share_of([&] {
        ++slices;
        return slice_with({199'999, 200'000, 7'800'000, 1}, 5'000'000);
    });
    ASSERT_TRUE(share);
    EXPECT_DOUBLE_EQ(*share, 0.1);
    EXPECT_EQ(slices, 3);
}

TEST(interrupts_share_of, is_absent_if_the_thread_is_preempted_too_much) {
    const std::pair<std::int64_t, bool> known_after[] = {{4'501'000, false}, {4'500'000, true}};
    for (const auto& [lost_ns, known] : known_after) {
        int slices = 0;
        const auto share = interrupts_share_of([&, lost = lost_ns] {
            ++slices;
            return slice_with({50'000, lost});
        });
        EXPECT_EQ(share.has_value(), known);
        EXPECT_EQ(slices, 10);
    }
}

std::int64_t now_ns() {
    const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
    return since.count();
}

/// The times at which the handler began and ended.
std::atomic<std::int64_t> held_from{0};
std::atomic<std::int64_t> held_until{0};

void hold_up(int /*signal*/) {
    held_from = now_ns();
    while (now_ns() < held_from + 300'000) {
    }
    held_until = now_ns();
}

// The calibration of the counter is precise to a few parts in a million, which is a nanosecond
// here. A gap is longer than its handler, because it contains the signal's delivery, too.
TEST(gap_watch, finds_the_length_of_a_signal_handler) {
    if (testing::is_thread_sanitized) {
        GTEST_SKIP() << "skipped a signal within a slice: ThreadSanitizer lets it wait for a call";
    }
    const gap_watch watch;
    const auto before = std::signal(SIGALRM, hold_up);
    watched_slice result;
    ::ualarm(5'000, 0);
    for (int slices = 0; held_until == 0 && slices < 1'000; ++slices) {
        result = watch.watch(20ms);
    }
    std::signal(SIGALRM, before);
    ASSERT_NE(held_until, 0);
    const std::int64_t at_least = held_until - held_from - 100;
    EXPECT_TRUE(std::any_of(result.gaps.begin(), result.gaps.end(), [&](const gap& each) {
        return each.at_ns <= held_from + 1'000 &&
               each.at_ns + each.length_ns >= held_until - 1'000 && each.length_ns >= at_least;
    })) << at_least;
    EXPECT_GE(result.lost_ns, at_least);
    EXPECT_LE(result.lost_ns, result.watched_ns);
}

} // namespace
} // namespace tollgate::measure
