// SPDX-License-Identifier: BSL-1.0
//
// The loops of the parts of a wake-up: right ones do their work, wrong ones fail their proofs.
#include "call_loops.hpp"
#include "lateness_loop.hpp"
#include "program.hpp"
#include "sleeper_loop.hpp"
#include "switch_loop.hpp"
#include "timer_fire_loop.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/faults/one_batch.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <csignal>
#include <sys/resource.h>

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
    return measure::failed_proofs(faults::operations_of(loop, some_operations), some_operations);
}

TEST(call_loops, look_at_what_their_calls_return) {
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

TEST(call_loops, an_interrupt_is_one) {
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
        faults::operations_of(interrupt_loop{first_cpu(), last_cpu()}, some_operations);
    EXPECT_THAT(measure::failed_proofs(done, some_operations), IsEmpty());
    if (function_calls_on(last_cpu())) {
        EXPECT_LE(done.report.counted.at(interrupts_sent), 64U * 8);
        EXPECT_EQ(done.report.counted.count(interrupts_counted), 1U);
    }
}

TEST(call_loops, a_call_that_finds_no_thread_at_work_is_none_that_interrupts) {
    calls_that_met sent(100);
    sent.look(100, 8);
    EXPECT_EQ(sent.count(), 0U) << "it has not moved";
    sent.look(101, 16);
    EXPECT_EQ(sent.count(), 8U);
    sent.look(101, 24);
    sent.look(150, 28);
    EXPECT_EQ(sent.count(), 12U);
}

/// A counter of the kernel that runs backwards.
std::optional<std::uint64_t> fewer_each_time(int /*cpu*/) {
    static std::uint64_t last = 1'000;
    return last -= 7;
}

TEST(call_loops, a_counter_of_interrupts_that_ran_backwards_counts_none) {
    if (first_cpu() == last_cpu()) {
        GTEST_SKIP() << "skipped the interrupt of another CPU: 1 CPU allowed";
    }
    const interrupt_loop loop{first_cpu(), last_cpu(), []() noexcept -> long { return 0; },
                              fewer_each_time};
    EXPECT_EQ(faults::operations_of(loop, some_operations).report.counted.at(interrupts_counted),
              0U);
}

TEST(lateness_loop, is_of_the_deadline) {
    const auto with = [](auto sleep) {
        return lateness_loop{first_cpu(), 1'000us, idling::as_it_is, sleep};
    };
    const auto late =
        faults::events_of(with([](time_point deadline) { return deadline + 7us; }), three_events);
    EXPECT_THAT(late.intervals, ElementsAre(7'000, 7'000, 7'000));
    EXPECT_THAT(
        faults::failures_of(with([](time_point deadline) { return deadline - 1ns; }), three_events),
        Contains(HasSubstr("a sleep ended 1 ns before its deadline")));
}

TEST(lateness_loop, has_no_timer_slack_and_leaves_its_thread_as_it_was) {
    static std::chrono::nanoseconds seen{0};
    const auto before = sleep::timer_slack::current();
    static_cast<void>(faults::events_of(lateness_loop{first_cpu(), 1'000us, idling::as_it_is,
                                                      [](time_point deadline) {
                                                          seen = sleep::timer_slack::current();
                                                          return deadline;
                                                      }},
                                        three_events));
    EXPECT_EQ(seen, 1ns);
    EXPECT_EQ(sleep::timer_slack::current(), before);
}

TEST(lateness_loop, leaves_out_deadlines_that_have_passed) {
    const lateness_loop loop{first_cpu(), 1'000us, idling::as_it_is, [](time_point deadline) {
                                 while (std::chrono::steady_clock::now() < deadline + 2'500us) {
                                 }
                                 return deadline + 2'500us;
                             }};
    const auto done = faults::events_of(loop, three_events);
    EXPECT_THAT(done.intervals, ElementsAre(2'500'000, 2'500'000, 2'500'000));
    EXPECT_GE(done.report.counted.at("deadlines missed"), 6U);
}

TEST(lateness_loop, does_its_work_however_the_cpu_idles) {
    for (const idling idle : all_idlings) {
        if (idle != idling::held || !explain::held_idle_latency::refusal()) {
            EXPECT_THAT(
                faults::failures_of(lateness_loop{first_cpu(), 1'000us, idle, sleep_until_deadline},
                                    three_events),
                IsEmpty())
                << to_string(idle);
        }
    }
}

struct wrong_timer {
    static inline std::chrono::nanoseconds late{0};
    static inline bool fires = true;

    void arm(time_point when) { deadline = when; }
    [[nodiscard]] std::optional<time_point> fired() const {
        return fires ? std::optional(deadline + late) : std::nullopt;
    }
    time_point deadline;
};

TEST(timer_fire_loop, is_of_the_deadline_and_each_has_its_handler) {
    const timer_fire_loop<wrong_timer> loop{first_cpu(), 200us, std::chrono::milliseconds(1)};
    wrong_timer::late = 5us;
    EXPECT_THAT(faults::events_of(loop, three_events).intervals, ElementsAre(5'000, 5'000, 5'000));
    wrong_timer::late = -3ns;
    EXPECT_THAT(faults::failures_of(loop, three_events), Contains("a timer fired 3 ns early"));
    wrong_timer::fires = false;
    EXPECT_THAT(faults::failures_of(loop, three_events), Contains("a timer did not fire"));
    EXPECT_THAT(faults::failures_of(timer_fire_loop<>{first_cpu()}, three_events), IsEmpty());
}

/// A timer of a process that is stopped at the first look: the look ends when the timer is overdue,
/// and has found nothing.
struct timer_of_a_stopped_process {
    static constexpr std::chrono::milliseconds is_due{1};

    void arm(time_point when) {
        deadline = when;
        looks = 0;
    }
    [[nodiscard]] std::optional<time_point> fired() {
        if (++looks > 1) {
            return deadline + 9us;
        }
        while (std::chrono::steady_clock::now() < deadline + 2 * is_due) {
        }
        return std::nullopt;
    }
    time_point deadline;
    int looks = 0;
};

TEST(timer_fire_loop, a_timer_that_fired_while_its_process_was_stopped_is_not_lost) {
    const timer_fire_loop<timer_of_a_stopped_process> loop{first_cpu(), 200us,
                                                           timer_of_a_stopped_process::is_due};
    const auto done = faults::events_of(loop, three_events);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.intervals, ElementsAre(9'000, 9'000, 9'000));
}

/// Whether the first real-time signal is blocked for this thread.
bool is_blocked() {
    sigset_t mask{};
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    return ::sigismember(&mask, SIGRTMIN) == 1;
}

TEST(timer_fire_loop, fires_where_its_signal_was_blocked_and_leaves_it_blocked) {
    sigset_t only{};
    sigset_t before{};
    ::sigemptyset(&only);
    ::sigaddset(&only, SIGRTMIN);
    ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &only, &before), 0);
    const timer_fire_loop<> loop{first_cpu(), 200us, std::chrono::milliseconds(500)};
    EXPECT_THAT(faults::failures_of(loop, three_events), IsEmpty());
    EXPECT_TRUE(is_blocked());
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_FALSE(is_blocked());
    EXPECT_THAT(faults::failures_of(loop, three_events), IsEmpty());
    EXPECT_FALSE(is_blocked());
}

/// Allows this process no pending signals while it lives.
class no_pending_signals {
public:
    no_pending_signals() {
        ::getrlimit(RLIMIT_SIGPENDING, &before_);
        const rlimit none{0, before_.rlim_max};
        ::setrlimit(RLIMIT_SIGPENDING, &none);
    }
    ~no_pending_signals() { ::setrlimit(RLIMIT_SIGPENDING, &before_); }
    no_pending_signals(const no_pending_signals&) = delete;
    no_pending_signals& operator=(const no_pending_signals&) = delete;

private:
    rlimit before_{};
};

TEST(timer_fire_loop, a_timer_that_is_refused_refuses_the_case_with_its_reason) {
    EXPECT_EQ(signal_timer::refusal(), std::nullopt);
    const cli::program what = describe_program();
    const no_pending_signals none;
    const auto list = what.cases(cli::parse_command_line(what, {}), cpu::read_topology());
    const auto refused =
        std::find_if(list.unavailable.begin(), list.unavailable.end(),
                     [](const auto& one) { return one.key.name() == "noise/timer_fire"; });
    ASSERT_NE(refused, list.unavailable.end());
    EXPECT_THAT(refused->reason, HasSubstr("timer_create"));
    EXPECT_THAT(refused->reason, HasSubstr("ulimit -i"));
}

TEST(switch_loop, switches_as_often_as_it_hands_over) {
    const measure::schedule many{4, {{1, 2'000}}};
    EXPECT_THAT(measure::failed_proofs(faults::operations_of(switch_loop{first_cpu()}, many), many),
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
    EXPECT_THAT(faults::failures_of(sleeper_loop<until::sleeper_runs>{apart, 50us}, many),
                IsEmpty());
    EXPECT_THAT(faults::failures_of(
                    sleeper_loop<until::wake_returns>{apart, 50us, idling::kept_busy}, many),
                IsEmpty());
}

TEST_F(sleeper_loop_check, a_wake_that_is_lost_is_told) {
    sleeper_loop<until::sleeper_runs> loop{apart, 1'000us};
    loop.wake = [](std::atomic<std::uint32_t>&) noexcept -> long { return 1; };
    loop.wake_is_due = std::chrono::seconds(1);
    EXPECT_THAT(faults::events_of(loop, three_events).report.failures,
                Contains(HasSubstr("a wake was lost")));
}

/// Its first call finds no sleeper, as a call does that was held up until the sleeper's time is
/// over.
long wake_too_late_at_first(std::atomic<std::uint32_t>& word) noexcept {
    static bool first = true;
    return std::exchange(first, false) ? 0 : futex_wake(word);
}

TEST_F(sleeper_loop_check, a_call_that_finds_a_sleeper_whose_time_is_over_is_repeated) {
    sleeper_loop<until::sleeper_runs> loop{apart, 1'000us};
    loop.wake = wake_too_late_at_first;
    loop.wake_is_due = std::chrono::seconds(1);
    const auto done = faults::events_of(loop, three_events);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_GE(done.report.repeated, 1U);
    EXPECT_EQ(done.intervals.size(), 3U);
}

} // namespace
