// SPDX-License-Identifier: BSL-1.0
//
// The two halves of a parker's wake: what each asks of the kernel, and that the second one needs no
// parker.
#include "adversary.hpp"

#include <tollgate/sleep/parker.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>

namespace tollgate::sleep {
namespace {

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
    half_wake_scene with;
    half rest;
    with.kernel.script.push_back({.asleep = [&] { rest = with.parker.leave_permit(); }});
    const auto deadline = scripted_time::present() + half_wake_scene::nap;
    with.expect_woken(with.sleep_a_nap());
    EXPECT_EQ(scripted_time::present(), deadline) << "it slept on until then, and found the permit";
    with.expect_calls(1, 0);
    EXPECT_TRUE(rest.is_due());
}

TEST(half_wake, the_second_half_wakes_the_sleeper) {
    half_wake_scene with;
    const auto before = scripted_time::present();
    with.kernel.script.push_back({.asleep = [&] {
        const half rest = with.parker.leave_permit();
        with.expect_calls(1, 0);
        rest.finish();
    }});
    with.expect_woken(with.sleep_a_nap());
    EXPECT_EQ(scripted_time::present(), before) << "it was not the deadline";
    with.expect_calls(1, 1);
    with.expect(!with.permit_is_left(), "the permit was taken and is there");
}

TEST(half_wake, is_all_of_it_where_nobody_sleeps) {
    half_wake_scene with;
    const half rest = with.parker.leave_permit();
    EXPECT_FALSE(rest.is_due());
    rest.finish();
    with.expect_calls(0, 0);
    with.expect(with.permit_is_left(), "no permit was left");
    EXPECT_FALSE(half().is_due());
    half().finish();
    EXPECT_EQ(with.kernel.wake_ones, 0U);
}

// The sleeper is woken once, by whoever found it asleep.
TEST(half_wake, of_two_the_first_is_due) {
    half_wake_scene with;
    with.kernel.script.push_back({.asleep = [&] {
        const half first = with.parker.leave_permit();
        const half second = with.parker.leave_permit();
        EXPECT_TRUE(first.is_due());
        EXPECT_FALSE(second.is_due());
        second.finish();
        with.expect_calls(1, 0);
        first.finish();
    }});
    with.expect_woken(with.sleep_a_nap());
    with.expect_calls(1, 1);
}

// The kernel has not looked yet, finds the word changed, and lets nobody sleep.
TEST(half_wake, before_the_kernel_compares_is_enough) {
    half_wake_scene with;
    half rest;
    with.kernel.script.push_back({.before_compare = [&] { rest = with.parker.leave_permit(); }});
    with.expect_woken(with.sleep_a_nap());
    with.expect_calls(1, 0);
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
