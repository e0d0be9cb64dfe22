// SPDX-License-Identifier: BSL-1.0
//
// What an adaptive spin learns from sleeps. adaptive_spin_cost_check.cpp has the costs.
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

/// The cost of a sleep is a moving mean: 200 sleeps make it forget earlier sleeps. The first of
/// them follow long waits, so that the choice does not depend on earlier choices.
template <class Time>
void learn_often(adaptive_spin& tested, std::chrono::nanoseconds until_there,
                 std::chrono::nanoseconds waking, int spins_made = 0) {
    for (int i = 0; i < 200; ++i) {
        tested.learn<Time>(i < 100 ? 1s : until_there, waking, i < 100 ? 0 : spins_made);
    }
}

TEST(adaptive_spin_check, is_none_where_both_threads_share_a_cpu) {
    adaptive_spin tested;
    tested.learn_alone();
    EXPECT_EQ(tested.spins(), 0);
    EXPECT_FALSE(tested.wants_time()) << "it has no use for times";
    tested.learn<ten_ns_spins>(1us, 5us); // of another thread, at the same moment
    EXPECT_GT(tested.spins(), 0);
    tested.learn_alone();
    EXPECT_EQ(tested.spins(), 0);
    tested.learn_spins(300);
    EXPECT_EQ(tested.spins(), 0);
    tested.learn_timeout(3us);
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

// A sleep costs twice its wake-up. The next longer choice after a wait of 1 us is 7/64 of 10 us.
TEST(adaptive_spin_check, spins_for_a_little_longer_than_the_recent_waits) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    EXPECT_NEAR(tested.spins(), 109, 2);
    learn_often<ten_ns_spins>(tested, 4500ns, 5us);
    EXPECT_NEAR(tested.spins(), 10'000 * 29 / 64 / 10, 5);
    learn_often<ten_ns_spins>(tested, 8500ns, 5us);
    EXPECT_NEAR(tested.spins(), 10'000 * 58 / 64 / 10, 5);
    adaptive_spin slow_spins;
    learn_often<clock_of_spins<100>>(slow_spins, 8500ns, 5us);
    EXPECT_NEAR(slow_spins.spins(), 10'000 * 58 / 64 / 100, 5);
}

TEST(adaptive_spin_check, is_short_if_the_recent_waits_are_longer_than_a_sleep) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    learn_often<ten_ns_spins>(tested, 1s, 5us);
    EXPECT_LE(tested.spins(), 10'000 * 7 / 64 / 10);
}

TEST(adaptive_spin_check, is_short_after_waits_that_timed_out) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 8500ns, 5us);
    const int before = tested.spins();
    tested.learn_timeout(1s);
    EXPECT_EQ(tested.spins(), before) << "the waits before it have more weight";
    for (int i = 0; i < 100; ++i) {
        tested.learn_timeout(1s, before);
    }
    EXPECT_LE(tested.spins(), 10'000 * 7 / 64 / 10);
}

TEST(adaptive_spin_check, learns_no_cost_from_a_thread_that_was_not_asleep_yet) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 10us, 20us);
    const int before = tested.spins();
    for (int i = 0; i < 200; ++i) {
        tested.learn<ten_ns_spins>(10us, 1us);
    }
    EXPECT_EQ(tested.spins(), before);
}

TEST(adaptive_spin_check, learns_that_threads_wake_up_in_a_microsecond) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1s, 20us);
    learn_often<ten_ns_spins>(tested, 1s, 1us);
    EXPECT_NEAR(tested.spins(), 2'000 * 2 / 64 / 10, 1) << "the shortest choice";
}

TEST(adaptive_spin_check, is_constant_while_waits_alternate) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1s, 20us);
    int changes = 0;
    for (int i = 0; i < 200; ++i) {
        const int before = tested.spins();
        tested.learn<ten_ns_spins>(i % 2 == 0 ? 20us : 1s, 20us);
        changes += tested.spins() != before ? 1 : 0;
    }
    EXPECT_LE(changes, 1);
}

// As for a thread that finds what it waits for while it is about to sleep.
TEST(adaptive_spin_check, becomes_longer_while_waits_end_soon_after_the_spins) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1s, 20us);
    for (int i = 0; i < 200 && tested.spins() < 1'000; ++i) {
        tested.learn_spins(2 * tested.spins());
    }
    EXPECT_GE(tested.spins(), 1'000);
}

TEST(adaptive_spin_check, adds_the_spins_before_a_sleep_to_the_wait) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us, 750); // 8.5 us together
    EXPECT_NEAR(tested.spins(), 10'000 * 58 / 64 / 10, 5);
}

TEST(adaptive_spin_check, is_limited_however_long_a_wake_up_takes) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 80us, 1h);
    EXPECT_NEAR(tested.spins(), 100'000 * 58 / 64 / 10, 10);
}

// The clocks of two CPUs may differ by a little.
TEST(adaptive_spin_check, accepts_negative_times) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, -1us, -1us);
    EXPECT_NEAR(tested.spins(), 2'000 * 2 / 64 / 10, 1) << "the shortest choice";
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
        EXPECT_NEAR(tested.spins(), 109, 2) << before;
    }
}

TEST(adaptive_spin_check, is_hardly_less_after_a_preemption_during_a_late_measurement) {
    clock_of_preempted_spins::begin(4 * 2 + 1); // in the fifth measurement
    adaptive_spin tested;
    for (int i = 0; i < 64; ++i) {
        tested.learn<clock_of_preempted_spins>(1us, 5us);
    }
    const int before = tested.spins();
    EXPECT_GT(before, 0);
    tested.learn<clock_of_preempted_spins>(1us, 5us);
    EXPECT_GE(tested.spins(), before * 10 / 12 - 2);
}

/// The first sleep's measurement is held up, while other threads learn from four more sleeps.
struct clock_of_a_slow_measurement {
    static std::chrono::steady_clock::time_point now() noexcept {
        time += 320ns;
        if (others < 4) {
            ++others;
            tested->learn<clock_of_a_slow_measurement>(1us, 5us);
        }
        return std::chrono::steady_clock::time_point(time);
    }
    static inline std::chrono::nanoseconds time{0};
    static inline int others = 0;
    static inline adaptive_spin* tested = nullptr;
};

TEST(adaptive_spin_check, knows_the_time_of_a_spin_before_the_first_measurement_ends) {
    adaptive_spin tested;
    clock_of_a_slow_measurement::tested = &tested;
    tested.learn<clock_of_a_slow_measurement>(1us, 5us); // divides by the time
    EXPECT_GT(tested.spins(), 0);
}

// As on a machine that is moved to a slower CPU.
TEST(adaptive_spin_check, learns_that_spins_take_longer) {
    adaptive_spin tested;
    learn_often<ten_ns_spins>(tested, 1us, 5us);
    for (int i = 0; i < 20; ++i) {
        learn_often<clock_of_spins<100>>(tested, 1us, 5us);
    }
    EXPECT_NEAR(tested.spins(), 11, 2);
}

} // namespace
} // namespace tollgate::sleep
