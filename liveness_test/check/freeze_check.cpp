// SPDX-License-Identifier: BSL-1.0
//
// What is said of a freeze.
#include "delay_loop.hpp"
#include "wrong_watching.hpp"

#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using namespace std::chrono_literals;
using faults::events_of;
using liveness::event;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class judged_freeze : public testing::Test {
protected:
    judged_freeze() {
        event first;
        first.name = scope_name;
        first.thread_id = 77;
        first.checkpoints = 2;
        first.silent_for = 6ms;
        first.history = {{first_checkpoint, {}, 0}, {next_checkpoint, {}, 0}};
        event second = first;
        second.what = event::kind::recovered;
        one.timeout = 5ms;
        one.period = 1ms;
        one.silent = 6ms;
        one.thread_id = 77;
        one.reports = {first, second};
    }

    freeze one;
};

TEST_F(judged_freeze, right) {
    EXPECT_EQ(wrong_with(one), "");
}

TEST_F(judged_freeze, too_early_or_too_late_for_the_monitor_itself) {
    one.silent = 5ms - 1ns;
    EXPECT_EQ(wrong_with(one), "a freeze was reported 1 ns early");
    one.silent = 1s;
    EXPECT_EQ(wrong_with(one), "") << "the machine may have been busy";
    one.reports.front().silent_for += 1ns;
    EXPECT_EQ(wrong_with(one), "a freeze was reported 1000001 ns late by the monitor's own time");
}

TEST_F(judged_freeze, not_reported_or_twice) {
    const std::vector<event> right = one.reports;
    one.reports = {right[0], right[0], right[1]};
    EXPECT_EQ(wrong_with(one), "a freeze was reported 2 times");
    one.reports = {right[0], right[1], right[1]};
    EXPECT_EQ(wrong_with(one), "the end of a freeze was reported 2 times");
    one.reports = {right[0]};
    EXPECT_EQ(wrong_with(one), "the end of a freeze was reported 0 times");
    one.reports.clear();
    EXPECT_EQ(wrong_with(one), "a freeze was reported 0 times");
}

TEST_F(judged_freeze, of_somebody_else_or_with_other_checkpoints) {
    const std::vector<event> right = one.reports;
    one.reports[1].name = "somebody";
    EXPECT_EQ(wrong_with(one), "a report names another scope or thread");
    one.reports = right;
    one.reports[0].thread_id = 78;
    EXPECT_EQ(wrong_with(one), "a report names another scope or thread");
    one.reports = right;
    one.reports[0].checkpoints = 3;
    EXPECT_THAT(wrong_with(one), HasSubstr("other checkpoints"));
    one.reports = right;
    one.reports[0].history.back().id = 9;
    EXPECT_THAT(wrong_with(one), HasSubstr("other checkpoints"));
}

// The one that is interrupted does not count, and nothing is said to have failed.
TEST(interruption, ends_a_freeze_of_a_minute) {
    delay_loop loop = right_delays();
    loop.timeout = 60s;
    loop.how.of_scopes.timeout = 60s;
    measure::schedule asked{1, {{10, 1}}};
    asked.interrupted = [count = std::make_shared<std::atomic<int>>(0)] {
        return count->fetch_add(1) >= 20;
    };
    const measure::batch done = events_of(loop, asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.intervals, IsEmpty());
}

} // namespace
