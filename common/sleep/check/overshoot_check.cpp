// SPDX-License-Identifier: BSL-1.0
//
// The policies alone, and a parker with each policy on a kernel that is late by script.
#include "adversary.hpp"

#include <tollgate/sleep/parker.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using time_point = scripted_kernel::time_point;

constexpr time_point start{1s};

template <class Overshoot>
using scripted = adversary<basic_parker<Overshoot, scripted_word, scripted_time>>;

static_assert(overshoot<park> && overshoot<park_then_spin> && overshoot<spin>);

TEST(park_then_spin, covers_lateness_that_varies) {
    park_then_spin policy;
    for (int i = 0; i < 500; ++i) {
        policy.learn(i % 2 == 0 ? 40us : 80us);
    }
    EXPECT_GE(policy.tail(), 80us);
    EXPECT_LE(policy.tail(), 200us);
}

TEST(park_then_spin, the_tail_never_exceeds_the_maximum) {
    park_then_spin policy(50us);
    for (const nanoseconds late : {nanoseconds(0), nanoseconds(1h), nanoseconds::max()}) {
        for (int i = 0; i < 100; ++i) {
            policy.learn(late);
            EXPECT_LE(policy.tail(), 50us);
            EXPECT_GE(policy.tail(), 0us);
        }
    }
    EXPECT_EQ(park_then_spin(0ns).tail(), 0ns);
    EXPECT_EQ(park_then_spin(-1s).tail(), 0ns);
}

// After sleeps that were a second late, sleeps of half the maximum do not park at first.
TEST(park_then_spin, short_sleeps_make_it_forget) {
    park_then_spin policy;
    for (int i = 0; i < 100; ++i) {
        policy.learn(1s);
    }
    int spun = 0;
    nanoseconds before = policy.tail();
    while (policy.park_until(start + 500us, start) <= start && spun < 10'000) {
        ++spun;
        EXPECT_LE(policy.tail(), before);
        before = policy.tail();
    }
    EXPECT_GT(spun, 100);
    EXPECT_LT(spun, 3'000);
}

TEST(park_then_spin, is_as_punctual_as_the_clock_once_it_has_learned) {
    scripted<park_then_spin> scenario;
    scenario.kernel.lateness = 60us;
    scripted_time::reading_cost = 30ns;
    for (int i = 0; i < 200; ++i) {
        scenario.expect_timeout(scenario.sleep_a_nap());
    }
    const time_point deadline = scripted_time::present() + scenario.nap;
    scenario.expect_timeout(scenario.parker.sleep_until(deadline));
    EXPECT_GE(scripted_time::present(), deadline);
    EXPECT_LE(scripted_time::present(), deadline + 1us);
    EXPECT_GE(*scenario.kernel.last_deadline, deadline - 62us);
    EXPECT_EQ(scenario.kernel.waits, 201U);
}

TEST(park_then_spin, a_wake_ends_the_parked_part_and_the_spinning_part) {
    scripted<park_then_spin> scenario;
    scenario.kernel.script.push_back({.asleep = scenario.wake()});
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(1, 1);

    scripted_time::reading_cost = 1us;
    scripted_time::at_reading[scripted_time::readings + 10] = scenario.wake();
    const time_point deadline = scripted_time::present() + scenario.nap;
    scenario.expect_woken(scenario.parker.sleep_until(deadline));
    EXPECT_LT(scripted_time::present(), deadline);
    // The waker finds no thread asleep.
    scenario.expect_calls(2, 1);
}

TEST(spin, never_parks) {
    scripted<spin> scenario;
    scripted_time::reading_cost = 1us;
    const time_point deadline = scripted_time::present() + scenario.nap;
    scenario.expect_timeout(scenario.parker.sleep_until(deadline));
    EXPECT_GE(scripted_time::present(), deadline);
    EXPECT_LE(scripted_time::present(), deadline + 1us);
    scripted_time::at_reading[scripted_time::readings + 5] = scenario.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(0, 0);
}

// The thread has no CPU from before the wake until after the deadline.
TEST(spin, checks_once_more_after_the_deadline) {
    scripted<spin> scenario;
    scripted_time::reading_cost = 1us;
    scripted_time::at_reading[5] = [&] {
        scenario.parker.wake();
        scripted_time::pass(1s);
    };
    scenario.expect_woken(scenario.sleep_a_nap());
    EXPECT_FALSE(scenario.permit_is_left());
}

struct lesson_record {
    std::vector<nanoseconds> lessons;
    static time_point park_until(time_point deadline, time_point /*now*/) noexcept {
        return deadline - 100us;
    }
    void learn(nanoseconds lateness) noexcept { lessons.push_back(lateness); }
};

TEST(overshoot, learns_only_from_sleeps_that_nobody_woke) {
    scripted<lesson_record> scenario;
    scripted_time::reading_cost = 10us;
    const auto& lessons = scenario.parker.overshoot_policy().lessons;
    scenario.kernel.script.push_back({.asleep = scenario.wake()});
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.parker.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_timeout(scenario.parker.sleep_until(scripted_time::present()));
    EXPECT_TRUE(lessons.empty());

    // A sleep that is shorter than the tail.
    scenario.expect_timeout(scenario.parker.sleep_until(scripted_time::present() + 50us));
    EXPECT_TRUE(lessons.empty());

    scenario.kernel.lateness = 70us;
    scenario.expect_timeout(scenario.sleep_a_nap());
    EXPECT_EQ(lessons, std::vector<nanoseconds>{80us});
}

} // namespace
} // namespace tollgate::sleep
