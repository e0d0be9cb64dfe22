// SPDX-License-Identifier: BSL-1.0
//
// An adaptive spin learns from some sleeps, and not from others.
#include <tollgate/sleep/adaptive_spin.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;

/// 32 looks take `look` each: that is how they are measured.
template <int LookNs>
struct clock_of_looks {
    static std::chrono::steady_clock::time_point now() noexcept {
        ++readings;
        return std::chrono::steady_clock::time_point(readings * 32 *
                                                     std::chrono::nanoseconds(LookNs));
    }
    static inline int readings = 0;
};
using ten_ns_looks = clock_of_looks<10>;

/// What sleeps cost is a mean of many; after so many it has been forgotten what it was before.
template <class Time>
void learn_often(adaptive_spin& tested, std::chrono::nanoseconds until_there,
                 std::chrono::nanoseconds waking) {
    for (int i = 0; i < 200; ++i) {
        tested.learn<Time>(until_there, waking);
    }
}

TEST(adaptive_spin_check, is_none_where_both_threads_share_a_cpu) {
    adaptive_spin tested;
    tested.learn_alone();
    EXPECT_EQ(tested.looks(), 0);
    EXPECT_FALSE(tested.wants_time()) << "times are of no use to it";
    tested.learn_alone();
    EXPECT_EQ(tested.looks(), 0);
}

TEST(adaptive_spin_check, comes_back_in_company) {
    adaptive_spin tested;
    tested.learn_alone();
    tested.learn_company();
    EXPECT_TRUE(tested.wants_time());
    EXPECT_EQ(tested.looks(), 0) << "not before it is known what it is worth";
    tested.learn<ten_ns_looks>(1us, 5us);
    EXPECT_GT(tested.looks(), 0);
}

// A sleep costs twice its waking; that divided by the cost of a look.
TEST(adaptive_spin_check, is_worth_what_a_sleep_costs) {
    adaptive_spin tested;
    learn_often<ten_ns_looks>(tested, 1us, 5us);
    EXPECT_NEAR(tested.looks(), 1000, 5);
    learn_often<ten_ns_looks>(tested, 1us, 20us);
    EXPECT_NEAR(tested.looks(), 4000, 5);
    learn_often<ten_ns_looks>(tested, 1us, 1us);
    EXPECT_NEAR(tested.looks(), 200, 5);
    adaptive_spin slow_looks;
    learn_often<clock_of_looks<100>>(slow_looks, 1us, 5us);
    EXPECT_NEAR(slow_looks.looks(), 100, 5);
}

TEST(adaptive_spin_check, halves_each_time_that_it_would_not_have_paid) {
    adaptive_spin tested;
    learn_often<ten_ns_looks>(tested, 1us, 5us);
    for (int before = tested.looks(); before > 0; before = tested.looks()) {
        tested.learn<ten_ns_looks>(1s, 5us);
        ASSERT_EQ(tested.looks(), before / 2);
    }
    tested.learn<ten_ns_looks>(1s, 5us);
    EXPECT_EQ(tested.looks(), 0);
    tested.learn<ten_ns_looks>(1us, 5us);
    EXPECT_NEAR(tested.looks(), 1000, 5) << "once it pays, all at once";
}

TEST(adaptive_spin_check, never_lasts_longer_than_a_sleep_could_cost) {
    adaptive_spin tested;
    learn_often<ten_ns_looks>(tested, 1us, 1h);
    EXPECT_EQ(tested.looks(), 100'000 / 10);
}

// The clocks of two CPUs may differ by a little.
TEST(adaptive_spin_check, bears_times_below_zero) {
    adaptive_spin tested;
    learn_often<ten_ns_looks>(tested, -1us, -1us);
    EXPECT_EQ(tested.looks(), 1'000 / 10);
}

TEST(adaptive_spin_check, measures_a_look_at_first_and_then_seldom) {
    adaptive_spin tested;
    using clock = clock_of_looks<11>;
    clock::readings = 0;
    for (int i = 0; i < 4; ++i) {
        tested.learn<clock>(1us, 5us);
    }
    EXPECT_EQ(clock::readings, 4 * 2);
    for (int i = 4; i < 64 + 1; ++i) {
        tested.learn<clock>(1us, 5us);
    }
    EXPECT_EQ(clock::readings, 5 * 2);
    for (int i = 0; i < 64; ++i) {
        tested.learn<clock>(1us, 5us);
    }
    EXPECT_EQ(clock::readings, 6 * 2);
}

/// The thread loses its CPU for 4 ms between these two readings, counted from 0; a look takes 10
/// ns.
struct clock_of_preempted_looks {
    static std::chrono::steady_clock::time_point now() noexcept {
        time += 320ns + (readings++ == preempted_before ? std::chrono::nanoseconds(4ms) : 0ns);
        return std::chrono::steady_clock::time_point(time);
    }
    static void begin(int before) {
        readings = 0;
        preempted_before = before;
    }
    static inline std::chrono::nanoseconds time{0};
    static inline int readings = 0;
    static inline int preempted_before = -1;
};

TEST(adaptive_spin_check, is_what_it_was_after_a_preemption_while_it_measured) {
    for (int before = 0; before < 12; ++before) {
        clock_of_preempted_looks::begin(before);
        adaptive_spin tested;
        learn_often<clock_of_preempted_looks>(tested, 1us, 5us);
        EXPECT_NEAR(tested.looks(), 1000, 5) << before;
    }
}

TEST(adaptive_spin_check, is_hardly_less_after_a_preemption_late_in_its_life) {
    clock_of_preempted_looks::begin(4 * 2 + 1); // in the fifth measurement
    adaptive_spin tested;
    for (int i = 0; i < 64; ++i) {
        tested.learn<clock_of_preempted_looks>(1us, 5us);
    }
    EXPECT_NEAR(tested.looks(), 1000, 5);
    tested.learn<clock_of_preempted_looks>(1us, 5us);
    EXPECT_GE(tested.looks(), 1000 * 10 / 12 - 5);
}

// As on a machine that is moved to a slower CPU.
TEST(adaptive_spin_check, comes_to_know_that_looks_take_longer) {
    adaptive_spin tested;
    learn_often<ten_ns_looks>(tested, 1us, 5us);
    for (int i = 0; i < 20; ++i) {
        learn_often<clock_of_looks<100>>(tested, 1us, 5us);
    }
    EXPECT_NEAR(tested.looks(), 100, 5);
}

} // namespace
} // namespace tollgate::sleep
