// SPDX-License-Identifier: BSL-1.0
//
// What becomes of a timer between two passes, and at one.
#include <tollgate/faults/scripted_clock.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

namespace tollgate::timer {

using faults::scripted_clock;

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using at = scripted_clock::time_point;

/// A set whose time stands at an hour.
template <class Queue>
class timers_at_hand : public testing::Test {
protected:
    timers_at_hand() { scripted_clock::set(1h); }

    /// How many are due so long after the last pass.
    int due_after(nanoseconds time) {
        scripted_clock::since_epoch += time;
        int found = 0;
        next = all.pass([&](timer&) { ++found; });
        return found;
    }

    timers<scripted_clock, Queue> all;
    timer one;
    at next;

    ~timers_at_hand() override { all.cancel(one); }
};
using queues_at_hand = testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(timers_at_hand, queues_at_hand);

TYPED_TEST(timers_at_hand, a_deadline_is_due_when_it_has_come) {
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(10ms - 1ns), 0);
    EXPECT_TRUE(this->one.is_armed());
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
    EXPECT_FALSE(this->one.is_armed());
    EXPECT_FALSE(this->one.is_linked());
    EXPECT_EQ(this->next, at::max());
    EXPECT_EQ(this->due_after(1h), 0);
}

TYPED_TEST(timers_at_hand, a_time_counts_from_the_next_pass) {
    this->all.arm_after(this->one, 10ms);
    EXPECT_EQ(this->due_after(5ms), 0);
    EXPECT_EQ(this->due_after(10ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
}

// Were it stamped with the time of the pass before, it would be early by 5 ms.
TYPED_TEST(timers_at_hand, a_time_does_not_count_from_the_pass_before) {
    timer other;
    this->all.arm_after(other, 1ms);
    EXPECT_EQ(this->due_after(0ms), 0);
    scripted_clock::since_epoch += 5ms;
    this->all.arm_after(this->one, 10ms);
    EXPECT_EQ(this->due_after(0ms), 1); // the other one
    EXPECT_EQ(this->due_after(6ms), 0);
    EXPECT_EQ(this->due_after(4ms + TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, nothing_and_less_is_due_at_the_next_pass) {
    for (const nanoseconds time : {0ns, -1ns, nanoseconds(-10s), nanoseconds::min()}) {
        this->all.arm_after(this->one, time);
        const int at_once = this->due_after(1ns);
        EXPECT_EQ(at_once + this->due_after(TypeParam::resolution), 1) << time.count();
        EXPECT_TRUE(at_once == 1 || TypeParam::resolution > 0ns);
    }
}

TYPED_TEST(timers_at_hand, a_nanosecond_is_not_due_at_once) {
    this->all.arm_after(this->one, 1ns);
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, what_the_clock_cannot_hold_is_never) {
    for (const nanoseconds time : {nanoseconds::max(), nanoseconds::max() - 1min}) {
        this->all.arm_after(this->one, time);
        EXPECT_EQ(this->due_after(0ns), 0);
        EXPECT_TRUE(this->one.is_armed());
        EXPECT_EQ(this->next, at::max());
        EXPECT_TRUE(this->all.is_empty());
    }
    this->all.arm_at(this->one, at::max());
    EXPECT_EQ(this->due_after(0ns), 0);
    scripted_clock::since_epoch = nanoseconds::max();
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_TRUE(this->one.is_armed());
}

TYPED_TEST(timers_at_hand, never_after_a_deadline_is_never) {
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.arm_at(this->one, at::max());
    EXPECT_EQ(this->due_after(1h), 0);
    EXPECT_TRUE(this->all.is_empty());
    EXPECT_TRUE(this->one.is_armed());
    this->all.arm_at(this->one, at(2h));
    EXPECT_EQ(this->due_after(TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, the_longest_time_that_is_not_never) {
    const nanoseconds time = nanoseconds::max() - scripted_clock::since_epoch - 1ns;
    this->all.arm_after(this->one, time);
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_FALSE(this->all.is_empty());
    EXPECT_EQ(this->due_after(time - 1ns), 0);
    EXPECT_EQ(this->due_after(2ns), 1);
}

TYPED_TEST(timers_at_hand, before_the_epoch_as_after_it) {
    scripted_clock::set(-1s);
    this->all.arm_after(this->one, 10ms);
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_EQ(this->due_after(10ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
    scripted_clock::set(-1s);
    this->all.arm_after(this->one, nanoseconds::max());
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_EQ(this->due_after(2s), 0);
}

TYPED_TEST(timers_at_hand, an_earlier_deadline_replaces_a_later_one) {
    this->all.arm_at(this->one, at(1h + 10s));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_LE(this->next, at(1h + 10ms + TypeParam::resolution));
    EXPECT_EQ(this->due_after(10ms + TypeParam::resolution), 1);
    EXPECT_EQ(this->due_after(10s), 0);
}

TYPED_TEST(timers_at_hand, a_later_deadline_replaces_an_earlier_one) {
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.arm_at(this->one, at(1h + 10s));
    EXPECT_EQ(this->due_after(1s), 0);
    EXPECT_EQ(this->due_after(9s - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, a_time_replaces_a_deadline) {
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.arm_after(this->one, 20ms);
    EXPECT_EQ(this->due_after(15ms), 0);
    EXPECT_EQ(this->due_after(20ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, while_it_is_news_the_last_word_counts) {
    this->all.arm_at(this->one, at(0ns));
    this->all.arm_after(this->one, 10ms);
    this->all.rest(this->one);
    this->all.arm_at(this->one, at(1h + 10ms));
    this->all.arm_after(this->one, 20ms);
    EXPECT_EQ(this->due_after(15ms), 0);
    this->all.arm_after(this->one, 10ms);
    this->all.arm_at(this->one, at(1h + 30ms));
    EXPECT_EQ(this->due_after(15ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
}

TYPED_TEST(timers_at_hand, who_rests_is_not_due) {
    this->all.arm_after(this->one, 10ms);
    this->all.rest(this->one); // as news
    EXPECT_FALSE(this->one.is_armed());
    EXPECT_EQ(this->due_after(1s), 0);
    EXPECT_FALSE(this->one.is_linked());
    this->all.arm_after(this->one, 10ms);
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.rest(this->one); // in the queue
    EXPECT_TRUE(this->one.is_linked());
    EXPECT_EQ(this->due_after(1s), 0);
    EXPECT_FALSE(this->one.is_linked());
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(timers_at_hand, who_rests_can_be_armed_again) {
    this->all.arm_at(this->one, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.rest(this->one);
    this->all.arm_at(this->one, at(1h + 20ms)); // later
    EXPECT_EQ(this->due_after(20ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
    this->all.arm_at(this->one, at(2h));
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.rest(this->one);
    this->all.arm_at(this->one, at(1h + 100ms)); // earlier
    EXPECT_EQ(this->due_after(80ms), 1);
}

TYPED_TEST(timers_at_hand, who_is_cancelled_may_go) {
    auto brief = std::make_unique<timer>();
    this->all.cancel(*brief); // unknown
    this->all.arm_after(*brief, 10ms);
    this->all.cancel(*brief); // as news
    EXPECT_FALSE(brief->is_linked());
    this->all.arm_after(*brief, 10ms);
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.cancel(*brief); // in the queue
    EXPECT_FALSE(brief->is_armed());
    brief.reset();
    EXPECT_TRUE(this->all.is_empty());
    EXPECT_EQ(this->due_after(1s), 0);
}

TYPED_TEST(timers_at_hand, a_set_that_goes_calls_off_what_is_left) {
    timer resting;
    timer news;
    timer late;
    {
        timers<scripted_clock, TypeParam> brief;
        brief.arm_at(resting, at(2h));
        brief.arm_at(late, at::max() - 1ns);
        brief.pass([](timer&) {});
        brief.rest(resting);
        brief.arm_after(news, 1s);
    }
    for (timer* const left : {&resting, &news, &late}) {
        EXPECT_FALSE(left->is_linked());
        EXPECT_FALSE(left->is_armed());
        this->all.arm_after(*left, 1ms); // of another set from now on
    }
    EXPECT_EQ(this->due_after(0ms), 0);
    EXPECT_EQ(this->due_after(1ms + TypeParam::resolution), 3);
}

TYPED_TEST(timers_at_hand, an_empty_set_has_no_next_pass) {
    EXPECT_TRUE(this->all.is_empty());
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_EQ(this->next, at::max());
    EXPECT_EQ(scripted_clock::readings, 0u);
}

TYPED_TEST(timers_at_hand, whoever_has_read_the_clock_need_not_again) {
    this->all.arm_at(this->one, at(1h));
    int found = 0;
    this->all.pass_at(at(1h + TypeParam::resolution), [&](timer&) { ++found; });
    EXPECT_EQ(found, 1);
    EXPECT_EQ(scripted_clock::readings, 0u);
}

TYPED_TEST(timers_at_hand, what_is_called_need_not_be_copied) {
    this->all.arm_after(this->one, 0ns);
    this->all.pass([mine = std::make_unique<int>(1)](timer&) {});
}

} // namespace
} // namespace tollgate::timer
