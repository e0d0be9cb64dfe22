// SPDX-License-Identifier: BSL-1.0
//
// What an adaptive spin learns from sleeps.
#include <tollgate/sleep/adaptive_spin.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;

/// Between two readings 32 spins take `SpinNs` each: a measurement.
template <int SpinNs>
struct clock_of_spins {
    static std::chrono::steady_clock::time_point now() noexcept {
        ++readings;
        return std::chrono::steady_clock::time_point(readings * 32 *
                                                     std::chrono::nanoseconds(SpinNs));
    }
    static inline int readings = 0;
};
using ten_ns_spins = clock_of_spins<10>;

/// The cost of a sleep is a moving mean: 200 sleeps make it forget earlier sleeps.
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
    EXPECT_EQ(tested.spins(), 0);
    EXPECT_FALSE(tested.wants_time()) << "it has no use for times";
    tested.learn_alone();
    EXPECT_EQ(tested.spins(), 0);
}

TEST(adaptive_spin_check, spins_again_after_a_thread_on_another_cpu_ended_a_sleep) {
    adaptive_spin tested;
    tested.learn_alone();
    tested.learn_company();
    EXPECT_TRUE(tested.wants_time());
    EXPECT_EQ(tested.spins(), 0) << "it does not know yet whether a spin pays";
    tested.learn<ten_ns_spins>(1us, 5us);
    EXPECT_GT(tested.spins(), 0);
}

// A sleep costs twice its wake-up; that divided by the cost of a spin.
TEST(adaptive_spin_check, spins_for_as_long_as_a_sleep_costs) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    EXPECT_NEAR(tested.spins(), 1000, 5);
    learn_often<ten_ns_spins>(tested, 1us, 20us);
    EXPECT_NEAR(tested.spins(), 4000, 5);
    learn_often<ten_ns_spins>(tested, 1us, 1us);
    EXPECT_NEAR(tested.spins(), 200, 5);
    adaptive_spin slow_spins;
    learn_often<clock_of_spins<100>>(slow_spins, 1us, 5us);
    EXPECT_NEAR(slow_spins.spins(), 100, 5);
}

TEST(adaptive_spin_check, halves_after_each_sleep_for_which_a_spin_would_not_have_paid) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    for (int before = tested.spins(); before > 0; before = tested.spins()) {
        tested.learn<ten_ns_spins>(1s, 5us);
        ASSERT_EQ(tested.spins(), before / 2);
    }
    tested.learn<ten_ns_spins>(1s, 5us);
    EXPECT_EQ(tested.spins(), 0);
    tested.learn<ten_ns_spins>(1us, 5us);
    EXPECT_NEAR(tested.spins(), 1000, 5) << "fully, as soon as it pays";
}

TEST(adaptive_spin_check, never_lasts_longer_than_a_sleep_could_cost) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 1h);
    EXPECT_EQ(tested.spins(), 100'000 / 10);
}

// The clocks of two CPUs may differ by a little.
TEST(adaptive_spin_check, accepts_negative_times) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, -1us, -1us);
    EXPECT_EQ(tested.spins(), 1'000 / 10);
}

TEST(adaptive_spin_check, measures_a_spin_at_first_and_then_seldom) {
    adaptive_spin tested;
    using clock = clock_of_spins<11>;
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

/// A spin takes 10 ns. The thread loses its CPU for 4 ms before the reading `preempted_before`,
/// counted from 0.
struct clock_of_preempted_spins {
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

TEST(adaptive_spin_check, is_unchanged_by_a_preemption_during_a_measurement) {
    for (int before = 0; before < 12; ++before) {
        clock_of_preempted_spins::begin(before);
        adaptive_spin tested;
        learn_often<clock_of_preempted_spins>(tested, 1us, 5us);
        EXPECT_NEAR(tested.spins(), 1000, 5) << before;
    }
}

TEST(adaptive_spin_check, is_hardly_less_after_a_preemption_during_a_late_measurement) {
    clock_of_preempted_spins::begin(4 * 2 + 1); // in the fifth measurement
    adaptive_spin tested;
    for (int i = 0; i < 64; ++i) {
        tested.learn<clock_of_preempted_spins>(1us, 5us);
    }
    EXPECT_NEAR(tested.spins(), 1000, 5);
    tested.learn<clock_of_preempted_spins>(1us, 5us);
    EXPECT_GE(tested.spins(), 1000 * 10 / 12 - 5);
}

// As on a machine that is moved to a slower CPU.
TEST(adaptive_spin_check, learns_that_spins_take_longer) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    for (int i = 0; i < 20; ++i) {
        learn_often<clock_of_spins<100>>(tested, 1us, 5us);
    }
    EXPECT_NEAR(tested.spins(), 100, 5);
}

} // namespace
} // namespace tollgate::sleep
