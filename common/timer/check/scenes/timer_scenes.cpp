// SPDX-License-Identifier: BSL-1.0
//
// As few scenes as notice every mutant, in a file that is compiled soon.
#include "../random_waits.hpp"

#include <tollgate/timer/fifo.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::timer {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using scene_point = scripted_clock::time_point;

TEST(waits, at_random) {
    unsigned seed = 1;
    for (const nanoseconds begin : beginnings) {
        random_waits<fifo>(seed++, begin).arm(2'000);
    }
}

TEST(moved, later_is_put_back_once) {
    scripted_clock::set(1h);
    timers<scripted_clock, fifo> all;
    timer one;
    for (int i = 0; i < 1000; ++i) {
        all.arm_at(one, scene_point(1h + 10ms + i * 1ns));
        all.pass([](timer&) {});
    }
    EXPECT_EQ(all.so_far().queue_operations, 1U);
    all.cancel(one);
}

TEST(ending, calls_off_what_is_left) {
    timer near;
    timer far;
    {
        timers<scripted_clock, fifo> all;
        all.arm_at(near, scene_point(1h));
        all.arm_at(far, scene_point::max() - 1ns);
        all.pass_at(scene_point(0ns), [](timer&) {});
    }
    EXPECT_FALSE(near.is_linked() || near.is_armed());
    EXPECT_FALSE(far.is_linked() || far.is_armed());
    timers<scripted_clock, fifo> other;
    other.arm_after(near, 1s);
    other.cancel(near);
    EXPECT_EQ(other.so_far().queue_operations, 0U);
}

TEST(never, is_not_queued) {
    scripted_clock::set(0ns);
    timers<scripted_clock, fifo> all;
    timer one;
    all.arm_at(one, scene_point(1s));
    all.pass([](timer&) {});
    all.arm_at(one, scene_point::max());
    scripted_clock::since_epoch = 2s;
    EXPECT_EQ(all.pass([](timer&) {}), scene_point::max());
    EXPECT_TRUE(all.is_empty());
}

} // namespace
} // namespace tollgate::timer
