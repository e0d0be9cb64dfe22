// SPDX-License-Identifier: BSL-1.0
//
// Of the wheel alone, and such that a mistake is seen before it leads around for ever.
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

namespace tollgate::timer {
namespace {

using ns = std::chrono::nanoseconds;
constexpr std::int64_t tick = wheel::resolution.count();

struct turning : testing::Test {
    int expired_at(ns now) {
        int found = 0;
        queue.expire(now, [&](entry&) { ++found; });
        return found;
    }
    ~turning() override {
        for (entry* const one : {&first, &second, &third}) {
            if (one->is_linked()) {
                queue.cancel(*one);
            }
        }
    }

    wheel queue;
    entry first;
    entry second;
    entry third;
};

TEST_F(turning, near_is_told_exactly) {
    expired_at(ns(65 * tick));
    for (const std::int64_t at : {70, 96, 127}) {
        queue.arm(first, ns(at * tick + 1));
        EXPECT_EQ(queue.next(), ns((at + 1) * tick));
        queue.cancel(first);
        EXPECT_TRUE(queue.is_empty());
    }
}

TEST_F(turning, far_is_neither_over_nor_told_too_late) {
    expired_at(ns(65 * tick));
    for (int digits = 8; digits < 50; ++digits) {
        const ns deadline((tick << digits) + 1);
        queue.arm(first, deadline);
        EXPECT_GT(queue.next(), ns(66 * tick));
        EXPECT_LE(queue.next(), deadline + ns(tick));
        queue.cancel(first);
    }
}

TEST_F(turning, all_that_is_over_expires) {
    expired_at(ns(0));
    queue.arm(first, ns(3 * tick));
    queue.arm(second, ns(5 * tick));
    queue.arm(third, ns(3 * tick));
    EXPECT_EQ(expired_at(ns(3 * tick - 1)), 0);
    EXPECT_EQ(expired_at(ns(3 * tick)), 2);
    EXPECT_EQ(expired_at(ns(5 * tick)), 1);
    queue.arm(first, ns(5 * tick));
    EXPECT_EQ(expired_at(ns(5 * tick)), 1);
    queue.arm(first, ns(5 * tick + 1));
    EXPECT_EQ(expired_at(ns(5 * tick + 1)), 0);
    EXPECT_EQ(expired_at(ns(6 * tick)), 1);
}

TEST_F(turning, levels_lead_down) {
    expired_at(ns(0));
    queue.arm(first, ns(64 * 64 * tick));
    queue.arm(second, ns((64 * 64 + 1) * tick));
    EXPECT_EQ(expired_at(ns(64 * 64 * tick)), 1);
    EXPECT_EQ(expired_at(ns((64 * 64 + 1) * tick)), 1);
}

TEST_F(turning, time_runs_before_the_epoch) {
    queue.arm(first, ns(-1'000 * tick));
    EXPECT_EQ(expired_at(ns(-1'000 * tick - 1)), 0);
    EXPECT_EQ(expired_at(ns(-999 * tick)), 1);
}

TEST_F(turning, time_has_an_end) {
    queue.arm(first, ns::max());
    EXPECT_EQ(expired_at(ns::max() - ns(1)), 0);
    EXPECT_EQ(expired_at(ns::max()), 1);
}

// Timers that were armed before lie on several levels, and in the slot of the tick that is left.
TEST_F(turning, back_with_the_clock_each_is_due_by_the_new_time) {
    for (const int digits : {0, 1, 6, 7, 12, 13, 18, 30, 42}) {
        for (const std::int64_t from : {64 * 64 * 64 + 5, 64 * 64 * 64, 3 * 64 * 64, 127}) {
            const std::int64_t to = from - (std::int64_t{1} << digits);
            expired_at(ns(from * tick));
            queue.arm(first, ns((from + 3) * tick));
            queue.arm(second, ns((from + 70) * tick));
            expired_at(ns(to * tick));
            queue.arm(third, ns((to + 2) * tick));
            EXPECT_EQ(expired_at(ns((to + 2) * tick - 1)), 0);
            EXPECT_EQ(expired_at(ns((to + 2) * tick)), 1);
            EXPECT_FALSE(third.is_linked());
            EXPECT_EQ(expired_at(ns((from + 3) * tick - 1)), 0);
            EXPECT_EQ(expired_at(ns((from + 3) * tick)), 1);
            EXPECT_EQ(expired_at(ns((from + 70) * tick - 1)), 0);
            EXPECT_EQ(expired_at(ns((from + 70) * tick)), 1);
        }
    }
}

// The deadline is over by the time of the last call, and is not by that of the next.
TEST_F(turning, armed_after_the_clock_went_back_it_is_due_by_the_new_time) {
    expired_at(ns(1'000'000 * tick));
    queue.arm(first, ns(1'000 * tick));
    EXPECT_EQ(queue.next(), ns::min()) << "as the wheel cannot know";
    EXPECT_EQ(expired_at(ns(900 * tick)), 0);
    EXPECT_LE(queue.next(), ns(1'000 * tick));
    EXPECT_EQ(expired_at(ns(1'000 * tick - 1)), 0);
    EXPECT_EQ(expired_at(ns(1'000 * tick)), 1);
}

} // namespace
} // namespace tollgate::timer
