// SPDX-License-Identifier: BSL-1.0
//
// The interleavings of one sleeper and its wakers that a parker must survive, and the promises of
// all sleepers. Between any two steps of the sleeper there is a place where a scene can
// put a wake: the clock reading after its first look at the word, the wait before the kernel
// compares, the wait itself, the clock reading after it.
#include "adversary.hpp"
#include "all_sleepers.hpp"

#include <tollgate/faults/sleeper_promises.hpp>
#include <tollgate/sleep/parker.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace tollgate::sleep {
namespace {

using scripted_parker = basic_parker<park, scripted_word, scripted_time>;

TEST(parker_in, wake_before_sleep_without_deadline) {
    adversary<scripted_parker> scene;
    scene.parker.wake();
    scene.parker.sleep();
    scene.expect_calls(0, 0);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

TEST(parker_in, two_wakes_are_one_permit) {
    adversary<scripted_parker> scene;
    scene.parker.wake();
    scene.parker.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
}

TEST(parker_in, wake_between_look_and_announcement) {
    adversary<scripted_parker> scene;
    scripted_time::at_reading[1] = scene.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(0, 0);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

TEST(parker_in, wake_between_announcement_and_wait) {
    adversary<scripted_parker> scene;
    scene.kernel.script.push_back({.before_compare = scene.wake()});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 1);
    scene.expect(scene.kernel.refused == 1, "the kernel was told to compare with something else");
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

/// The second waker finds the permit of the first, and no thread to wake.
TEST(parker_in, two_wakes_while_asleep) {
    adversary<scripted_parker> scene;
    scene.kernel.script.push_back({.asleep = [&] {
        scene.parker.wake();
        scene.parker.wake();
    }});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 1);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

TEST(parker_in, returns_for_no_reason_before_the_wake) {
    adversary<scripted_parker> scene;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back({.asleep = scene.wake()});
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(3, 1);
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

TEST(parker_in, returns_for_no_reason_without_deadline) {
    adversary<scripted_parker> scene;
    bool woken = false;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back({.asleep = [&] {
        woken = true;
        scene.parker.wake();
    }});
    scene.parker.sleep();
    scene.expect(woken, "returned before it was woken");
    scene.expect_calls(3, 1);
}

/// The last of them half way: a timer that is early.
TEST(parker_in, returns_for_no_reason_before_the_deadline) {
    adversary<scripted_parker> scene;
    const auto deadline = scripted_time::present() + scene.nap;
    scene.kernel.script = {{.for_no_reason = true}, {.for_no_reason = true}};
    scene.kernel.script.push_back(
        {.asleep = [&] { scripted_time::pass(scene.nap / 2); }, .for_no_reason = true});
    scene.expect_timeout(scene.parker.sleep_until(deadline));
    scene.expect(scripted_time::present() >= deadline, "early");
    scene.expect_calls(4, 0);
    scene.expect(scene.kernel.last_deadline == deadline, "the deadline has moved");
}

/// A wake for the parker that lay at this address before.
TEST(parker_in, wake_of_another) {
    adversary<scripted_parker> scene;
    scene.kernel.script.push_back(
        {.asleep = [&] { scene.kernel.wake_one(scene.kernel.slept_in()); }});
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(2, 1);
}

/// The kernel has given up, the sleeper has not yet looked at the clock.
TEST(parker_in, wake_at_the_deadline) {
    adversary<scripted_parker> scene;
    scripted_time::at_reading[2] = scene.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect(!scene.permit_is_left(), "the permit was taken and is there");
}

/// The permit waits for the next sleep, and the kernel is not called without a sleeper.
TEST(parker_in, wake_after_the_timeout) {
    adversary<scripted_parker> scene;
    scene.expect_timeout(scene.sleep_a_nap());
    scene.parker.wake();
    scene.expect_calls(1, 0);
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
}

TEST(parker_in, deadline_in_the_past) {
    adversary<scripted_parker> scene;
    const auto present = scripted_time::present();
    for (const auto past : {present, present - scene.nap, scripted_time::time_point{},
                            scripted_time::time_point::min()}) {
        scene.expect_timeout(scene.parker.sleep_until(past));
        scene.parker.wake();
        scene.expect_woken(scene.parker.sleep_until(past));
    }
    scene.expect_calls(0, 0);
    scene.expect(scripted_time::present() == present, "slept");
}

TEST(parker_in, no_deadline_at_all) {
    adversary<scripted_parker> scene;
    scene.kernel.script.push_back({.asleep = scene.wake()});
    scene.expect_woken(scene.parker.sleep_until(scripted_time::time_point::max()));
    scene.expect(!scene.kernel.last_deadline, "waited with a deadline");
    scene.expect_calls(1, 1);
    scene.expect(scripted_time::readings == 0, "asked for the time");
}

/// What a sleep may ask of the kernel and the clock.
TEST(parker_in, cost_of_a_sleep) {
    adversary<scripted_parker> scene;
    scene.expect_timeout(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    scene.expect(scripted_time::readings == 2, "number of clock readings");
    scene.parker.wake();
    scene.expect_woken(scene.sleep_a_nap());
    scene.expect_calls(1, 0);
    scene.expect(scripted_time::readings == 2, "asked for the time although there was a permit");
}

/// Notes whom the kernel was told to wake.
struct noting_word : scripted_word {
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept {
        woken_at = word;
        scripted_word::wake_one(word);
    }
    static inline const void* woken_at = nullptr;
};
static_assert(word_wait<noting_word>);

using noting_parker = basic_parker<park, noting_word, scripted_time>;
using half = noting_parker::unfinished_wake;
using half_wake_scene = adversary<noting_parker>;

TEST(half_wake, the_first_half_wakes_nobody_in_the_kernel) {
    half_wake_scene scene;
    half rest;
    scene.kernel.script.push_back({.asleep = [&] { rest = scene.parker.leave_permit(); }});
    const auto deadline = scripted_time::present() + half_wake_scene::nap;
    scene.expect_woken(scene.sleep_a_nap());
    EXPECT_EQ(scripted_time::present(), deadline) << "it slept on until then, and found the permit";
    scene.expect_calls(1, 0);
    EXPECT_TRUE(rest.is_due());
}

// The sleeper saw the permit, returned and destroyed the parker: what the kernel is told is an
// address, and nobody looks what lies there (AddressSanitizer would see it).
TEST(half_wake, is_finished_when_the_parker_is_gone) {
    scripted_kernel kernel([] {});
    auto parker = std::make_unique<noting_parker>();
    const void* const where = parker.get();
    half rest;
    kernel.script.push_back({.before_compare = [&] { rest = parker->leave_permit(); }});
    parker->sleep();
    parker.reset();
    EXPECT_EQ(kernel.wake_ones, 0U);
    rest.finish();
    EXPECT_EQ(kernel.wake_ones, 1U);
    EXPECT_EQ(noting_word::woken_at, where);
}

} // namespace
} // namespace tollgate::sleep

namespace tollgate::faults::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(ours, every_sleeper, sleep::all_sleepers, sleep::sleeper_name);

} // namespace tollgate::faults::sleepers
