// SPDX-License-Identifier: BSL-1.0
//
// The interleavings of one sleeper and its wakers that a parker must survive, and the promises of
// all sleepers. A scenario can put a wake between any two steps of the sleeper: at the clock
// reading after its first check of the word, before the kernel compares, during the wait, and at
// the clock reading after the wait.
#include "adversary.hpp"
#include "all_sleepers.hpp"

#include <tollgate/sleep/parker.hpp>
#include <tollgate/testing/sleeper_promises.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace tollgate::sleep {
namespace {

using scripted_parker = basic_parker<park, scripted_word, scripted_time>;

TEST(parker_in, wake_before_sleep_without_deadline) {
    adversary<scripted_parker> scenario;
    scenario.parker.wake();
    scenario.parker.sleep();
    scenario.expect_calls(0, 0);
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

TEST(parker_in, two_wakes_are_one_permit) {
    adversary<scripted_parker> scenario;
    scenario.parker.wake();
    scenario.parker.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_timeout(scenario.sleep_a_nap());
    scenario.expect_calls(1, 0);
}

TEST(parker_in, wake_between_check_and_announcement) {
    adversary<scripted_parker> scenario;
    scripted_time::at_reading[1] = scenario.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(0, 0);
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

TEST(parker_in, wake_between_announcement_and_wait) {
    adversary<scripted_parker> scenario;
    scenario.kernel.script.push_back({.before_compare = scenario.wake()});
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(1, 1);
    scenario.expect(scenario.kernel.refused == 1, "the kernel did not refuse the wait");
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

/// The second waker finds the permit of the first, and no thread to wake.
TEST(parker_in, two_wakes_while_asleep) {
    adversary<scripted_parker> scenario;
    scenario.kernel.script.push_back({.asleep = [&] {
        scenario.parker.wake();
        scenario.parker.wake();
    }});
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(1, 1);
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

TEST(parker_in, spurious_returns_before_the_wake) {
    adversary<scripted_parker> scenario;
    scenario.kernel.script = {{.spurious = true}, {.spurious = true}};
    scenario.kernel.script.push_back({.asleep = scenario.wake()});
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(3, 1);
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

TEST(parker_in, spurious_returns_without_deadline) {
    adversary<scripted_parker> scenario;
    bool woken = false;
    scenario.kernel.script = {{.spurious = true}, {.spurious = true}};
    scenario.kernel.script.push_back({.asleep = [&] {
        woken = true;
        scenario.parker.wake();
    }});
    scenario.parker.sleep();
    scenario.expect(woken, "returned before it was woken");
    scenario.expect_calls(3, 1);
}

/// The last return is an early timer, half way.
TEST(parker_in, spurious_returns_before_the_deadline) {
    adversary<scripted_parker> scenario;
    const auto deadline = scripted_time::present() + scenario.nap;
    scenario.kernel.script = {{.spurious = true}, {.spurious = true}};
    scenario.kernel.script.push_back(
        {.asleep = [&] { scripted_time::pass(scenario.nap / 2); }, .spurious = true});
    scenario.expect_timeout(scenario.parker.sleep_until(deadline));
    scenario.expect(scripted_time::present() >= deadline, "early");
    scenario.expect_calls(4, 0);
    scenario.expect(scenario.kernel.last_deadline == deadline, "the deadline has moved");
}

/// A wake for an earlier parker at this address.
TEST(parker_in, wake_for_another_parker) {
    adversary<scripted_parker> scenario;
    scenario.kernel.script.push_back(
        {.asleep = [&] { scenario.kernel.wake_one(scenario.kernel.slept_in()); }});
    scenario.expect_timeout(scenario.sleep_a_nap());
    scenario.expect_calls(2, 1);
}

/// The kernel returns at the deadline, and the sleeper has not yet read the clock.
TEST(parker_in, wake_at_the_deadline) {
    adversary<scripted_parker> scenario;
    scripted_time::at_reading[2] = scenario.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect(!scenario.permit_is_left(), "the permit was taken and is still there");
}

/// The permit waits for the next sleep, and the kernel is not called without a sleeper.
TEST(parker_in, wake_after_the_timeout) {
    adversary<scripted_parker> scenario;
    scenario.expect_timeout(scenario.sleep_a_nap());
    scenario.parker.wake();
    scenario.expect_calls(1, 0);
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(1, 0);
}

TEST(parker_in, deadline_in_the_past) {
    adversary<scripted_parker> scenario;
    const auto present = scripted_time::present();
    for (const auto past : {present, present - scenario.nap, scripted_time::time_point{},
                            scripted_time::time_point::min()}) {
        scenario.expect_timeout(scenario.parker.sleep_until(past));
        scenario.parker.wake();
        scenario.expect_woken(scenario.parker.sleep_until(past));
    }
    scenario.expect_calls(0, 0);
    scenario.expect(scripted_time::present() == present, "slept");
}

TEST(parker_in, no_deadline) {
    adversary<scripted_parker> scenario;
    scenario.kernel.script.push_back({.asleep = scenario.wake()});
    scenario.expect_woken(scenario.parker.sleep_until(scripted_time::time_point::max()));
    scenario.expect(!scenario.kernel.last_deadline, "waited with a deadline");
    scenario.expect_calls(1, 1);
    scenario.expect(scripted_time::readings == 0, "read the clock");
}

TEST(parker_in, cost_of_a_sleep) {
    adversary<scripted_parker> scenario;
    scenario.expect_timeout(scenario.sleep_a_nap());
    scenario.expect_calls(1, 0);
    scenario.expect(scripted_time::readings == 2, "number of clock readings");
    scenario.parker.wake();
    scenario.expect_woken(scenario.sleep_a_nap());
    scenario.expect_calls(1, 0);
    scenario.expect(scripted_time::readings == 2, "read the clock although there was a permit");
}

/// Records which word the kernel was to wake.
struct recording_word : scripted_word {
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept {
        woken_at = word;
        scripted_word::wake_one(word);
    }
    static inline const void* woken_at = nullptr;
};
static_assert(word_wait<recording_word>);

using recording_parker = basic_parker<park, recording_word, scripted_time>;
using half = recording_parker::unfinished_wake;
using half_wake_scenario = adversary<recording_parker>;

TEST(half_wake, the_first_half_does_not_call_the_kernel) {
    half_wake_scenario scenario;
    half second;
    scenario.kernel.script.push_back({.asleep = [&] { second = scenario.parker.leave_permit(); }});
    const auto deadline = scripted_time::present() + half_wake_scenario::nap;
    scenario.expect_woken(scenario.sleep_a_nap());
    EXPECT_EQ(scripted_time::present(), deadline) << "it slept until then, and found the permit";
    scenario.expect_calls(1, 0);
    EXPECT_TRUE(second.is_due());
}

// The sleeper saw the permit, returned and destroyed the parker. The second half gives the kernel
// the address only, and does not access the memory there; AddressSanitizer would notice.
TEST(half_wake, the_second_half_works_after_the_parker_is_destroyed) {
    scripted_kernel kernel([] {});
    auto parker = std::make_unique<recording_parker>();
    const void* const where = parker.get();
    half second;
    kernel.script.push_back({.before_compare = [&] { second = parker->leave_permit(); }});
    parker->sleep();
    parker.reset();
    EXPECT_EQ(kernel.wake_ones, 0U);
    second.finish();
    EXPECT_EQ(kernel.wake_ones, 1U);
    EXPECT_EQ(recording_word::woken_at, where);
}

} // namespace
} // namespace tollgate::sleep

namespace tollgate::testing::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(ours, every_sleeper, sleep::all_sleepers, sleep::sleeper_name);

} // namespace tollgate::testing::sleepers
