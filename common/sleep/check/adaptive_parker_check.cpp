// SPDX-License-Identifier: BSL-1.0
//
// When an adaptive parker spins, and what it learns from its sleeps. parker_check.cpp has the
// promises of all sleepers.
#include <tollgate/sleep/adaptive_parker.hpp>
#include <tollgate/testing/scripted_kernel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using testing::scripted_kernel;
using testing::scripted_time;
using testing::scripted_word;

/// The CPU of the thread that runs now. A relax() takes 1 ns, and is when the other thread may
/// wake.
struct scripted_cpu {
    static constexpr int of_sleeper = 0;

    static int number() noexcept { return present; }
    static void relax() noexcept {
        scripted_time::pass(1ns);
        at_relax();
    }
    static inline int present = of_sleeper;
    static inline std::function<void()> at_relax = [] {};
};

/// An adaptive parker whose thread sleeps in a scripted kernel. A sleep costs 10 us, because it
/// takes 5 us from a wake until the thread runs.
class an_adaptive_parker : public ::testing::Test {
protected:
    ~an_adaptive_parker() override {
        scripted_cpu::at_relax = [] {};
    }

    void wake() {
        scripted_cpu::present = waking_cpu;
        tested.wake();
        scripted_cpu::present = scripted_cpu::of_sleeper;
    }

    /// A sleep that the other thread ends after `wait`.
    void sleep_for_a_wake(std::chrono::nanoseconds wait) {
        const auto due = scripted_time::present() + wait;
        scripted_cpu::at_relax = [this, due] {
            if (scripted_time::present() == due) {
                wake();
            }
        };
        kernel.script = {{.asleep = [this, due] {
            scripted_time::pass(due - scripted_time::present());
            wake();
            scripted_time::pass(5us);
        }}};
        EXPECT_EQ(tested.sleep_until(scripted_time::time_point::max()), outcome::woken);
        scripted_cpu::at_relax = [] {};
        kernel.script.clear();
    }

    void expect_spin_for(std::chrono::nanoseconds wait) {
        kernel.forget_counts();
        sleep_for_a_wake(wait);
        EXPECT_FALSE(tested.has_slept());
        EXPECT_EQ(kernel.waits + kernel.wake_ones, 0U);
        EXPECT_EQ(scripted_time::readings, 0U);
    }

    void expect_sleep_for(std::chrono::nanoseconds wait) {
        kernel.forget_counts();
        sleep_for_a_wake(wait);
        EXPECT_TRUE(tested.has_slept());
        EXPECT_EQ(kernel.waits, 1U);
        EXPECT_EQ(kernel.wake_ones, 1U);
    }

    void learn(std::chrono::nanoseconds wait) {
        for (int sleeps = 0; sleeps < 200; ++sleeps) {
            sleep_for_a_wake(wait);
        }
    }

    int waking_cpu = 1;
    scripted_kernel kernel{[this] { tested.wake(); }};
    basic_adaptive_parker<scripted_word, scripted_time, scripted_cpu> tested;
};

TEST_F(an_adaptive_parker, spins_in_place_of_a_sleep_after_waits_of_that_length) {
    expect_sleep_for(8500ns);
    learn(8500ns);
    expect_spin_for(8500ns);
    expect_sleep_for(1s);
}

// Such waits end a little after the longest spins.
TEST_F(an_adaptive_parker, spins_briefly_after_waits_that_cost_more_than_a_sleep) {
    learn(8500ns);
    learn(12us);
    expect_sleep_for(1us);
}

TEST_F(an_adaptive_parker, sleeps_after_waits_that_timed_out) {
    learn(8500ns);
    for (int i = 0; i < 100; ++i) { //
        EXPECT_EQ(tested.sleep_for(1s), outcome::timeout);
    }
    expect_sleep_for(8500ns);
}

// Such a sleep does not spin, so its end shows nothing about spins.
TEST_F(an_adaptive_parker, neither_spins_nor_learns_if_the_deadline_is_within_150_us) {
    learn(8500ns);
    scripted_cpu::at_relax = [] { ADD_FAILURE() << "a spin"; };
    for (int i = 0; i < 100; ++i) { //
        EXPECT_EQ(tested.sleep_for(150us), outcome::timeout);
    }
    expect_spin_for(8500ns);
}

TEST_F(an_adaptive_parker, does_not_spin_while_its_own_cpu_wakes_it) {
    learn(8500ns);
    waking_cpu = scripted_cpu::of_sleeper;
    sleep_for_a_wake(1s);
    expect_sleep_for(1ns);
    waking_cpu = 1;
    sleep_for_a_wake(1s); // shows that the waking thread has left
    sleep_for_a_wake(1s);
    expect_spin_for(1ns);
}

// Some more spins would have ended such a wait.
TEST_F(an_adaptive_parker, spins_longer_after_wakes_that_come_while_it_falls_asleep) {
    sleep_for_a_wake(1s);         // shows how long a spin takes
    for (int i = 0; i < 4; ++i) { //
        // At the clock reading between the spins and the sleep.
        scripted_time::at_reading[scripted_time::readings + 1] = [this] { wake(); };
        EXPECT_EQ(tested.sleep_until(scripted_time::time_point::max()), outcome::woken);
    }
    expect_spin_for(5us);
}

} // namespace
} // namespace tollgate::sleep
