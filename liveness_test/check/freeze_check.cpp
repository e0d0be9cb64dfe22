// SPDX-License-Identifier: BSL-1.0
//
// The errors that are found in the reports of a freeze.
#include "delay_loop.hpp"
#include "faulty_watching.hpp"

#include <tollgate/testing/one_batch.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using namespace std::chrono_literals;
using liveness::event;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tollgate::testing::events_of;

class judged_freeze : public ::testing::Test {
protected:
    judged_freeze() {
        event first;
        first.name = scope_name;
        first.thread_id = 77;
        first.checkpoints = 2;
        first.silent_for = 6ms;
        first.history = {{first_checkpoint, {}, 0}, {next_checkpoint, {}, 0}};
        event second = first;
        second.type = event::kind::recovered;
        frozen.timeout = 5ms;
        frozen.period = 1ms;
        frozen.silent = 6ms;
        frozen.thread_id = 77;
        frozen.reports = {first, second};
    }

    freeze frozen;
};

TEST_F(judged_freeze, is_right) {
    EXPECT_EQ(error_in(frozen), "");
}

TEST_F(judged_freeze, is_too_early_or_too_late_by_the_monitors_time) {
    frozen.silent = 5ms - 1ns;
    EXPECT_EQ(error_in(frozen), "a freeze was reported 1 ns early");
    frozen.silent = 1s;
    EXPECT_EQ(error_in(frozen), "") << "the machine may have been busy";
    frozen.reports.front().silent_for += 1ns;
    EXPECT_EQ(error_in(frozen), "a freeze was reported 1000001 ns late by the monitor's own time");
}

TEST_F(judged_freeze, is_reported_never_or_twice) {
    const std::vector<event> right = frozen.reports;
    frozen.reports = {right[0], right[0], right[1]};
    EXPECT_EQ(error_in(frozen), "a freeze was reported 2 times");
    frozen.reports = {right[0], right[1], right[1]};
    EXPECT_EQ(error_in(frozen), "the end of a freeze was reported 2 times");
    frozen.reports = {right[0]};
    EXPECT_EQ(error_in(frozen), "the end of a freeze was reported 0 times");
    frozen.reports.clear();
    EXPECT_EQ(error_in(frozen), "a freeze was reported 0 times");
}

TEST_F(judged_freeze, has_another_thread_or_other_checkpoints) {
    const std::vector<event> right = frozen.reports;
    frozen.reports[1].name = "another scope";
    EXPECT_EQ(error_in(frozen), "a report names another scope or thread");
    frozen.reports = right;
    frozen.reports[0].thread_id = 78;
    EXPECT_EQ(error_in(frozen), "a report names another scope or thread");
    frozen.reports = right;
    frozen.reports[0].checkpoints = 3;
    EXPECT_THAT(error_in(frozen), HasSubstr("other checkpoints"));
    frozen.reports = right;
    frozen.reports[0].history.back().id = 9;
    EXPECT_THAT(error_in(frozen), HasSubstr("other checkpoints"));
}

// The interrupted freeze does not count, and no failure is reported.
TEST(interruption, ends_a_freeze_of_a_minute) {
    delay_loop loop = right_delays();
    loop.timeout = 60s;
    loop.options.default_timeouts.timeout = 60s;
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
