// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/timer_slack.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <climits>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include <sys/prctl.h>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// From the kernel, not from the library.
nanoseconds slack_of_this_thread() {
    return nanoseconds(::prctl(PR_GET_TIMERSLACK, 0UL, 0UL, 0UL, 0UL));
}

TEST(timer_slack, is_set_and_restored) {
    const nanoseconds before = slack_of_this_thread();
    EXPECT_EQ(timer_slack::current(), before);
    for (const nanoseconds slack : {nanoseconds(1), nanoseconds(77us), nanoseconds(INT_MAX)}) {
        {
            const timer_slack guard(slack);
            EXPECT_EQ(slack_of_this_thread(), slack);
            EXPECT_EQ(timer_slack::current(), slack);
            { const timer_slack inner(20us); }
            EXPECT_EQ(slack_of_this_thread(), slack);
        }
        EXPECT_EQ(slack_of_this_thread(), before);
    }
}

TEST(timer_slack, refuses_values_with_another_meaning_to_the_kernel) {
    const timer_slack guard(33us);
    for (const nanoseconds value : {nanoseconds(0), nanoseconds(-1), nanoseconds::min(),
                                    nanoseconds(INT_MAX) + 1ns, nanoseconds::max()}) {
        try {
            const timer_slack refused(value);
            ADD_FAILURE() << value.count() << " ns were accepted";
        } catch (const std::invalid_argument& error) {
            EXPECT_EQ(error.what(), "timer slack of " + std::to_string(value.count()) +
                                        " ns: from 1 ns to 2147483647 ns");
        }
        EXPECT_EQ(slack_of_this_thread(), 33us);
    }
}

// A new thread inherits the slack of its parent, as its slack and as its default.
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
    EXPECT_EQ(slack_of_this_thread(), 44us) << "a thread's guard concerns that thread alone";
    guard.reset();
    std::thread([&] { of_child = slack_of_this_thread(); }).join();
    EXPECT_EQ(of_child, slack_of_this_thread());
}

} // namespace
} // namespace tollgate::sleep
