// SPDX-License-Identifier: BSL-1.0
//
// Cases that random waits do not cover: the first and last moments, exceptions, real clocks.
#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>
#include <tollgate/testing/scripted_clock.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <vector>

namespace tollgate::timer {

using testing::scripted_clock;

namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;
using at = scripted_clock::time_point;

/// A set whose clock stands at one hour.
template <class Queue>
class set_of_timers : public ::testing::Test {
protected:
    set_of_timers() { scripted_clock::set(1h); }
    ~set_of_timers() override { all.cancel(wait); }

    /// How many timers are due `time` after the last pass.
    int due_after(nanoseconds time) {
        scripted_clock::since_epoch += time;
        int found = 0;
        next = all.pass([&](timer&) { ++found; });
        return found;
    }

    timers<scripted_clock, Queue> all;
    timer wait;
    at next;
};
using queues_of_sets = ::testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(set_of_timers, queues_of_sets);

// With the time of the previous pass, the timer would be early by 5 ms.
TYPED_TEST(set_of_timers, a_time_counts_from_the_next_pass) {
    timer other;
    this->all.arm_after(other, 1ms);
    EXPECT_EQ(this->due_after(0ms), 0);
    scripted_clock::since_epoch += 5ms;
    this->all.arm_after(this->wait, 10ms);
    EXPECT_EQ(this->due_after(0ms), 1) << "the other timer";
    EXPECT_EQ(this->due_after(10ms - 1ns), 0);
    EXPECT_EQ(this->due_after(1ns + TypeParam::resolution), 1);
    EXPECT_EQ(this->next, at::max());
}

TYPED_TEST(set_of_timers, a_deadline_beyond_the_clock_is_never) {
    this->all.arm_at(this->wait, at(1h + 10ms));
    EXPECT_EQ(this->due_after(0ns), 0);
    for (const nanoseconds time : {nanoseconds::max(), nanoseconds::max() - 1min}) {
        this->all.arm_after(this->wait, time);
        EXPECT_EQ(this->due_after(0ns), 0);
        EXPECT_TRUE(this->wait.is_armed());
        EXPECT_EQ(this->next, at::max());
        EXPECT_TRUE(this->all.is_empty());
    }
    const nanoseconds longest = nanoseconds::max() - scripted_clock::since_epoch - 1ns;
    this->all.arm_after(this->wait, longest);
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_FALSE(this->all.is_empty());
    EXPECT_EQ(this->due_after(longest - 1ns), 0);
    EXPECT_EQ(this->due_after(2ns), 1);
    this->all.arm_at(this->wait, at::max());
    EXPECT_EQ(this->due_after(0ns), 0);
    EXPECT_TRUE(this->wait.is_armed());
}

TYPED_TEST(set_of_timers, a_timer_that_rests_is_not_due_and_leaves_the_set_at_its_time) {
    this->all.arm_after(this->wait, 10ms);
    EXPECT_EQ(this->due_after(0ns), 0);
    this->all.rest(this->wait);
    EXPECT_TRUE(this->wait.is_linked());
    EXPECT_FALSE(this->wait.is_armed());
    EXPECT_EQ(this->due_after(1s), 0);
    EXPECT_FALSE(this->wait.is_linked());
    EXPECT_TRUE(this->all.is_empty());
}

TYPED_TEST(set_of_timers, the_destructor_cancels_all_timers) {
    timer resting;
    timer unqueued;
    timer late;
    {
        timers<scripted_clock, TypeParam> brief;
        brief.arm_at(resting, at(2h));
        brief.arm_at(late, at::max() - 1ns);
        brief.pass([](timer&) {});
        brief.rest(resting);
        brief.arm_after(unqueued, 1s);
    }
    for (timer* const left : {&resting, &unqueued, &late}) {
        EXPECT_FALSE(left->is_linked());
        EXPECT_FALSE(left->is_armed());
        this->all.arm_after(*left, 1ms); // in another set from now on
    }
    EXPECT_EQ(this->due_after(0ms), 0);
    EXPECT_EQ(this->due_after(1ms + TypeParam::resolution), 3);
}

TYPED_TEST(set_of_timers, pass_at_reads_no_clock_and_does_not_copy_the_handler) {
    this->all.arm_at(this->wait, at(1h));
    int found = 0;
    this->all.pass_at(at(1h + TypeParam::resolution),
                      [&, mine = std::make_unique<int>(1)](timer&) { found += *mine; });
    EXPECT_EQ(found, 1);
    EXPECT_EQ(scripted_clock::readings, 0u);
}

TYPED_TEST(set_of_timers, are_due_in_the_order_of_deadlines_and_an_exception_leaves_the_others) {
    std::array<timer, 4> own;
    this->all.arm_after(own[0], 30us);
    this->all.arm_after(own[1], 10us);
    this->all.arm_after(own[2], 20us);
    this->all.arm_after(own[3], 15us);
    EXPECT_EQ(this->due_after(0ns), 0);
    scripted_clock::since_epoch += 1ms;
    std::vector<const timer*> due;
    const auto fail = [&](const timer& found) {
        due.push_back(&found);
        throw std::runtime_error("by the check");
    };
    EXPECT_THROW(this->all.pass(fail), std::runtime_error);
    this->all.pass([&](const timer& found) { due.push_back(&found); });
    EXPECT_EQ(due, (std::vector<const timer*>{&own[1], &own[3], &own[2], &own[0]}));
    EXPECT_TRUE(this->all.is_empty());
}

template <class Clock>
class timers_by : public ::testing::Test {};
using all_clocks =
    ::testing::Types<std::chrono::steady_clock, clock::tsc_clock, clock::coarse_clock>;
TYPED_TEST_SUITE(timers_by, all_clocks);

TYPED_TEST(timers_by, a_real_clock_are_not_early) {
    timers<TypeParam> all;
    timer wait;
    for (const nanoseconds time : {nanoseconds(-1s), 1ns, 2'000'000ns}) {
        const auto begin = TypeParam::now();
        all.arm_after(wait, time);
        bool is_over = false;
        while (!is_over) {
            all.pass([&](timer&) { is_over = true; });
        }
        EXPECT_GE(TypeParam::now() - begin, time);
    }
}

} // namespace
} // namespace tollgate::timer
