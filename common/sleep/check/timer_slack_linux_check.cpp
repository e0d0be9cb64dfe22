// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/timer_slack.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <climits>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include <sys/prctl.h>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// As the kernel says it, not as the library does.
nanoseconds slack_of_this_thread() {
    return nanoseconds(::prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL));
}

TEST(timer_slack, is_set_and_given_back) {
    const nanoseconds before = slack_of_this_thread();
    EXPECT_EQ(timer_slack::current(), before);
    for (const nanoseconds slack : {nanoseconds(1), nanoseconds(77us), nanoseconds(INT_MAX)}) {
        {
            const timer_slack guard(slack);
            EXPECT_EQ(slack_of_this_thread(), slack);
            EXPECT_EQ(timer_slack::current(), slack);
        }
        EXPECT_EQ(slack_of_this_thread(), before);
    }
}

TEST(timer_slack, guards_nest) {
    const nanoseconds before = slack_of_this_thread();
    {
        const timer_slack outer(10us);
        {
            const timer_slack inner(20us);
            EXPECT_EQ(slack_of_this_thread(), 20us);
        }
        EXPECT_EQ(slack_of_this_thread(), 10us);
    }
    EXPECT_EQ(slack_of_this_thread(), before);
}

TEST(timer_slack, refuses_what_the_kernel_would_take_for_something_else) {
    const timer_slack guard(33us);
    for (const nanoseconds wrong : {nanoseconds(0), nanoseconds(-1), nanoseconds::min(),
                                    nanoseconds(INT_MAX) + 1ns, nanoseconds::max()}) {
        EXPECT_THROW(const timer_slack refused(wrong), std::invalid_argument) << wrong.count();
        EXPECT_EQ(slack_of_this_thread(), 33us);
    }
}

TEST(timer_slack, says_what_it_refuses) {
    try {
        const timer_slack refused(0ns);
        FAIL() << "0 would mean the default";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "timer slack of 0 ns: from 1 ns to 2147483647 ns");
    }
}

TEST(timer_slack, concerns_the_calling_thread_alone) {
    const nanoseconds before = slack_of_this_thread();
    std::thread([] {
        const timer_slack guard(5us);
        EXPECT_EQ(slack_of_this_thread(), 5us);
    }).join();
    EXPECT_EQ(slack_of_this_thread(), before);
}

// A child is born with the slack of its parent at that moment, as its own and as its default.
TEST(timer_slack, is_inherited_by_threads_started_meanwhile) {
    std::optional<timer_slack> guard(std::in_place, 44us);
    nanoseconds of_child{};
    nanoseconds of_child_after{};
    std::thread([&] {
        of_child = slack_of_this_thread();
        { const timer_slack own(1ns); }
        of_child_after = slack_of_this_thread();
    }).join();
    EXPECT_EQ(of_child, 44us);
    EXPECT_EQ(of_child_after, 44us);
    guard.reset();
    std::thread([&] { of_child = slack_of_this_thread(); }).join();
    EXPECT_EQ(of_child, slack_of_this_thread());
}

} // namespace
} // namespace tollgate::sleep
