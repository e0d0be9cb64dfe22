// SPDX-License-Identifier: BSL-1.0
//
// The loops of the parts of a wake-up: correct loops work, and faulty loops fail their self-checks.
#include "call_loops.hpp"
#include "lateness_loop.hpp"
#include "program.hpp"
#include "sleeper_loop.hpp"
#include "switch_loop.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/testing/one_batch.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::noise_test;
using namespace std::chrono_literals;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using time_point = std::chrono::steady_clock::time_point;

const measure::schedule three_events{1, {{3, 1}}};
const measure::schedule some_operations{4, {{1, 60}}};

int first_cpu() {
    return cpu::allowed_cpus().front();
}
int last_cpu() {
    return cpu::allowed_cpus().back();
}

template <class Loop>
std::vector<std::string> failures_in_a_row(const Loop& loop) {
    return measure::failed_self_checks(tollgate::testing::operations_of(loop, some_operations),
                                       some_operations);
}

TEST(call_loops, check_the_results_of_their_calls) {
    EXPECT_THAT(failures_in_a_row(wake_nothing_loop{first_cpu()}), IsEmpty());
    EXPECT_THAT(
        failures_in_a_row(wake_nothing_loop{first_cpu(), [](auto&) noexcept -> long { return 1; }}),
        ElementsAre(HasSubstr("of its calls woke a thread")));
    EXPECT_THAT(failures_in_a_row(timer_arm_loop{first_cpu()}), IsEmpty());
    EXPECT_THAT(
        failures_in_a_row(timer_arm_loop{
            first_cpu(), [](const auto& /*timer*/, std::chrono::seconds) noexcept { return 0; }}),
        ElementsAre(HasSubstr("was not armed")));
    EXPECT_THAT(failures_in_a_row(timer_arm_loop{
                    first_cpu(),
                    [](const timer_descriptor& timer, std::chrono::seconds after) noexcept {
                        return timer.set(std::max(after, std::chrono::seconds(1)));
                    }}),
                ElementsAre(HasSubstr("not disarmed")));
}

TEST(call_loops, interrupt_loop_interrupts) {
    if (const auto reason = membarrier_refusal()) {
        GTEST_SKIP() << "skipped the interrupts: " << *reason;
    }
    EXPECT_THAT(failures_in_a_row(interrupt_loop{first_cpu()}), IsEmpty());
    EXPECT_THAT(failures_in_a_row(interrupt_loop{first_cpu(), std::nullopt,
                                                 []() noexcept -> long { return -1; }}),
                ElementsAre(HasSubstr("were refused")));
    if (first_cpu() == last_cpu()) {
        GTEST_SKIP() << "skipped the interrupt of another CPU: 1 CPU allowed";
    }
    const auto done =
        tollgate::testing::operations_of(interrupt_loop{first_cpu(), last_cpu()}, some_operations);
    EXPECT_THAT(measure::failed_self_checks(done, some_operations), IsEmpty());
    if (function_calls_on(last_cpu())) {
        EXPECT_LE(done.report.counted.at(interrupts_sent), 64U * 8);
        EXPECT_EQ(done.report.counted.count(interrupts_counted), 1U);
    }
}

TEST(call_loops, calls_that_find_no_running_thread_do_not_count) {
    effective_calls sent(100);
    sent.note(100, 8);
    EXPECT_EQ(sent.count(), 0U) << "no iteration since the first reading";
    sent.note(101, 16);
    EXPECT_EQ(sent.count(), 8U);
    sent.note(101, 24);
    sent.note(150, 28);
    EXPECT_EQ(sent.count(), 12U);
}

/// A counter of the kernel that runs backwards.
std::optional<std::uint64_t> fewer_each_time(int /*cpu*/) {
    static std::uint64_t last = 1'000;
    return last -= 7;
}

TEST(call_loops, interrupt_counter_that_runs_backwards_counts_none) {
    if (first_cpu() == last_cpu()) {
        GTEST_SKIP() << "skipped the interrupt of another CPU: 1 CPU allowed";
    }
    const interrupt_loop loop{first_cpu(), last_cpu(), []() noexcept -> long { return 0; },
                              fewer_each_time};
    EXPECT_EQ(tollgate::testing::operations_of(loop, some_operations)
                  .report.counted.at(interrupts_counted),
              0U);
}

TEST(lateness_loop, measures_from_the_deadline) {
    const auto with = [](auto sleep) {
        return lateness_loop{first_cpu(), 1'000us, idling::as_it_is, 1, sleep};
    };
    const auto late = tollgate::testing::events_of(
        with([](time_point deadline) { return deadline + 7us; }), three_events);
    EXPECT_THAT(late.intervals, ElementsAre(7'000, 7'000, 7'000));
    EXPECT_THAT(tollgate::testing::failures_of(
                    with([](time_point deadline) { return deadline - 1ns; }), three_events),
                Contains(HasSubstr("a sleep ended 1 ns before its deadline")));
}

TEST(lateness_loop, has_no_timer_slack_and_restores_it) {
    static std::chrono::nanoseconds slack{0};
    const auto before = sleep::timer_slack::current();
    static_cast<void>(
        tollgate::testing::events_of(lateness_loop{first_cpu(), 1'000us, idling::as_it_is, 1,
                                                   [](time_point deadline) {
                                                       slack = sleep::timer_slack::current();
                                                       return deadline;
                                                   }},
                                     three_events));
    EXPECT_EQ(slack, 1ns);
    EXPECT_EQ(sleep::timer_slack::current(), before);
}

TEST(lateness_loop, skips_deadlines_that_have_passed) {
    const lateness_loop loop{first_cpu(), 1'000us, idling::as_it_is, 0.5, [](time_point deadline) {
                                 while (std::chrono::steady_clock::now() < deadline + 2'500us) {
                                 }
                                 return deadline + 2'500us;
                             }};
    const auto done = tollgate::testing::events_of(loop, three_events);
    EXPECT_THAT(done.intervals, ElementsAre(5'000'000, 5'000'000, 5'000'000)) << "counts of 0.5 ns";
    EXPECT_GE(done.report.counted.at("deadlines missed"), 6U);
}

TEST(lateness_loop, works_with_each_treatment_of_idling) {
    for (const idling idle : all_idlings) {
        if (idle != idling::held || !posix::held_idle_latency::refusal()) {
            EXPECT_THAT(tollgate::testing::failures_of(lateness_loop{first_cpu(), 1'000us, idle},
                                                       three_events),
                        IsEmpty())
                << to_string(idle);
        }
    }
}

TEST(switch_loop, switches_as_often_as_it_hands_over) {
    const measure::schedule many{4, {{1, 2'000}}};
    EXPECT_THAT(measure::failed_self_checks(
                    tollgate::testing::operations_of(switch_loop{first_cpu()}, many), many),
                IsEmpty());
}

class sleeper_loop_check : public ::testing::Test {
protected:
    void SetUp() override {
        if (first_cpu() == last_cpu()) {
            GTEST_SKIP() << "skipped a sleeper on another CPU: 1 CPU allowed";
        }
    }
    const cpu::assignment apart{cpu::placement::core, {last_cpu(), first_cpu()}};
};

TEST_F(sleeper_loop_check, each_call_wakes_the_sleeper) {
    const measure::schedule many{1, {{200, 1}}};
    EXPECT_THAT(
        tollgate::testing::failures_of(sleeper_loop<until::sleeper_runs>{apart, 50us}, many),
        IsEmpty());
    EXPECT_THAT(tollgate::testing::failures_of(
                    sleeper_loop<until::wake_returns>{apart, 50us, idling::kept_busy}, many),
                IsEmpty());
}

TEST_F(sleeper_loop_check, fails_if_a_wake_up_is_lost) {
    sleeper_loop<until::sleeper_runs> loop{apart, 1'000us};
    loop.wake = [](std::atomic<std::uint32_t>&) noexcept -> long { return 1; };
    loop.wake_is_due = std::chrono::seconds(1);
    EXPECT_THAT(tollgate::testing::events_of(loop, three_events).report.failures,
                Contains(HasSubstr("a wake-up was lost")));
}

/// Its first call finds no sleeper, like a call that was delayed until after the sleeper's timeout.
long wake_too_late_at_first(std::atomic<std::uint32_t>& word) noexcept {
    static bool first = true;
    return std::exchange(first, false) ? 0 : futex_wake(word);
}

TEST_F(sleeper_loop_check, repeats_a_call_after_the_sleepers_timeout) {
    sleeper_loop<until::sleeper_runs> loop{apart, 1'000us};
    loop.wake = wake_too_late_at_first;
    loop.wake_is_due = std::chrono::seconds(1);
    const auto done = tollgate::testing::events_of(loop, three_events);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_GE(done.report.repeated, 1U);
    EXPECT_EQ(done.intervals.size(), 3U);
}

} // namespace
