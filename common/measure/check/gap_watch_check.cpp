// SPDX-License-Identifier: BSL-1.0
//
// The loop that watches, with a counter moved by hand, and on this machine with gaps that are made:
// a signal handler that tells how long it ran, and a stopped process.
#include <tollgate/faults/sanitized.hpp>
#include <tollgate/measure/gap_watch.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include <csignal>
#include <poll.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tollgate::measure {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

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

TEST(gap_watch, more_gaps_than_it_keeps_are_counted) {
    scripted_counter counter;
    const std::size_t made = most_gaps_in_slice + 10;
    for (std::size_t i = 0; i < made; ++i) {
        counter.longer[trial + 2 + static_cast<int>(i)] = 4'000;
    }
    const watched_slice seen = watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms);
    EXPECT_EQ(seen.gaps.size(), most_gaps_in_slice);
    EXPECT_EQ(seen.unlisted, 10U);
    EXPECT_EQ(seen.unlisted_ns, 20'000);
    EXPECT_EQ(seen.taken_ns, static_cast<std::int64_t>(made) * 2'000);
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
    counter = {};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms).longest_unlisted, std::nullopt);
}

TEST(gap_watch, a_counter_that_runs_backwards_is_told) {
    scripted_counter counter;
    counter.longer = {{trial + 9, -1'000}};
    EXPECT_EQ(watch_counter(std::ref(counter), 0.5, {0, 0}, 20ms).backwards, 1U);
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

TEST(interrupts_share_of, is_what_short_gaps_take_of_one_slice) {
    int slices = 0;
    const auto share = interrupts_share_of([&] {
        ++slices;
        return slice_with({20'000, 30'000});
    });
    ASSERT_TRUE(share);
    EXPECT_DOUBLE_EQ(*share, 0.01);
    EXPECT_EQ(slices, 1);
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
    int slices = 0;
    const auto share = interrupts_share_of([&] {
        ++slices;
        return slice_with({50'000, 4'501'000});
    });
    EXPECT_EQ(share, std::nullopt);
    EXPECT_EQ(slices, 10);
}

TEST(interrupts_share_of, ten_slices_may_be_enough) {
    int slices = 0;
    EXPECT_TRUE(interrupts_share_of([&] {
        ++slices;
        return slice_with({50'000, 4'500'000});
    }));
    EXPECT_EQ(slices, 10);
}

std::int64_t now_ns() {
    const std::chrono::nanoseconds since = std::chrono::steady_clock::now().time_since_epoch();
    return since.count();
}

/// The handler's own account of when it ran.
struct told_gap {
    std::atomic<std::int64_t> begun{0};
    std::atomic<std::int64_t> ended{0};
};
told_gap told;

void hold_up(int /*signal*/) {
    if (told.ended != 0) {
        return;
    }
    told.begun = now_ns();
    while (now_ns() < told.begun + 300'000) {
    }
    told.ended = now_ns();
}

std::int64_t longest_of(const watched_slice& seen) {
    std::int64_t longest = 0;
    for (const gap& one : seen.gaps) {
        longest = std::max(longest, one.length_ns);
    }
    return longest;
}

/// Sends one signal, in the middle of the slice.
class timer_signal {
public:
    timer_signal() {
        told.begun = 0;
        told.ended = 0;
        struct sigaction held {};
        held.sa_handler = hold_up;
        ::sigaction(SIGALRM, &held, &before_);
        const itimerval after{{0, 0}, {0, 5'000}};
        ::setitimer(ITIMER_REAL, &after, nullptr);
    }
    ~timer_signal() {
        const itimerval none{};
        ::setitimer(ITIMER_REAL, &none, nullptr);
        ::sigaction(SIGALRM, &before_, nullptr);
    }
    timer_signal(const timer_signal&) = delete;
    timer_signal& operator=(const timer_signal&) = delete;

private:
    struct sigaction before_ {};
};

// Both clocks follow the machine's: the watch's counter is calibrated to a few parts in a million,
// which is a nanosecond here. A gap is longer than its handler, because it also has what lies
// around it.
TEST(gap_watch, sees_a_signal_handler_with_the_length_that_it_tells) {
    if (faults::is_thread_sanitized) {
        GTEST_SKIP() << "skipped a signal within a slice: ThreadSanitizer lets it wait for a call";
    }
    const gap_watch watch;
    const timer_signal one;
    watched_slice seen;
    for (int slices = 0; told.ended == 0 && slices < 1'000; ++slices) {
        seen = watch.watch(20ms);
    }
    ASSERT_NE(told.ended, 0);
    const std::int64_t held = told.ended - told.begun;
    const std::int64_t open = 50 + held / 10'000;
    bool contained = false;
    for (const gap& each : seen.gaps) {
        contained = contained || (each.at_ns <= told.begun + 1'000 &&
                                  each.at_ns + each.length_ns >= told.ended - 1'000 &&
                                  each.length_ns >= held - open);
    }
    EXPECT_TRUE(contained) << held << " ns held, the longest gap is " << longest_of(seen);
    EXPECT_GE(seen.taken_ns, held - open);
    EXPECT_LE(seen.taken_ns, seen.watched_ns);
}

/// Watches until it has seen a gap of 120 ms, and tells its length.
[[noreturn]] void watch_in_child(int result) {
    const gap_watch watch;
    std::int64_t longest = 0;
    for (int slices = 0; longest < 120'000'000 && slices < 2'000; ++slices) {
        longest = std::max(longest, longest_of(watch.watch(20ms)));
    }
    ::_exit(::write(result, &longest, sizeof longest) == sizeof longest ? 0 : 1);
}

/// Returns how long it was known to be stopped.
std::int64_t stop_for_150_ms(pid_t child) {
    int status = 0;
    EXPECT_EQ(::kill(child, SIGSTOP), 0);
    if (::waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status)) {
        return 0; // it has ended
    }
    const std::int64_t stopped = now_ns();
    while (now_ns() < stopped + 150'000'000) {
    }
    const std::int64_t held = now_ns() - stopped;
    EXPECT_EQ(::kill(child, SIGCONT), 0);
    return held;
}

bool has_told(int result) {
    pollfd end{result, POLLIN, 0};
    return ::poll(&end, 1, 20) > 0;
}

// A child watches, and its parent stops it: again, if that was between two slices.
TEST(gap_watch, sees_that_its_process_was_stopped) {
    int result[2];
    ASSERT_EQ(::pipe(result), 0);
    static_cast<void>(gap_watch{}); // the child finds the counter calibrated
    const pid_t child = ::fork();
    if (child == 0) {
        watch_in_child(result[1]);
    }
    ASSERT_GT(child, 0);
    std::int64_t held = INT64_MAX;
    int stops = 0;
    while (!has_told(result[0]) && held != 0 && ++stops <= 50) {
        held = std::min(held, stop_for_150_ms(child));
    }
    ASSERT_NE(held, 0);
    std::int64_t longest = 0;
    ASSERT_EQ(::read(result[0], &longest, sizeof longest), static_cast<ssize_t>(sizeof longest));
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_GE(longest, held - 50 - held / 10'000) << "after " << stops << " stops";
    ::close(result[0]);
    ::close(result[1]);
}

} // namespace
} // namespace tollgate::measure
