// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "timeout_loop.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/program_checks.hpp>
#if defined(__linux__)
#include <tollgate/testing/refused_threads.hpp>
#endif

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = describe_program,
     .listings = LISTINGS,
     .rehearsed =
         {
#if defined(__linux__)
             {"--prices"},
#endif
             {"--intervals", "1,3"},
             {"--sweep", "idle_us:10,3000"},
             {"--sweep", "slack_ns:1,100000"},
             {"--sweep", "gap_us:1,50", "--spin_us", "0,20", "--then_us", "300"}},
     .briefly = {"--intervals", "1", "--placement", "same,free"}});

TEST(sleep_program, a_sleeper_that_polls_fails_a_self_check) {
    const std::string name = "sleep/wake_latency/sleeper:condvar/interval_ms:";
    const auto result_with = [&](double late_ns_of_100) {
        return tollgate::testing::fake_result(
            {tollgate::testing::fake_case(name + "2/placement:free",
                                          std::vector<tollgate::testing::fake_round>(6, {125'000})),
             tollgate::testing::fake_case(
                 name + "100/placement:free",
                 std::vector<tollgate::testing::fake_round>(6, {late_ns_of_100}))});
    };
    EXPECT_THAT(describe_program().failed_self_checks(result_with(125'000)), IsEmpty());
    EXPECT_THAT(describe_program().failed_self_checks(result_with(6'250'000)),
                ElementsAre(HasSubstr("sleeper:condvar")));
}

TEST(sleep_program, refuses_options_that_its_cases_would_ignore) {
    const cli::program program = describe_program();
    const auto cases_of = [&](const std::vector<std::string>& arguments) {
        static_cast<void>(program.cases(cli::parse_command_line(program, arguments),
                                        tollgate::testing::fake_machine(1, 2, 1)));
    };
    EXPECT_THROW(cases_of({"--spin_us", "1"}), run::usage_error);
    EXPECT_THROW(cases_of({"--sweep", "gap_us:1", "--sleepers", "parker"}), run::usage_error);
    EXPECT_THROW(cases_of({"--sweep", "gap_us:1", "--intervals", "1"}), run::usage_error);
    EXPECT_NO_THROW(cases_of({"--sweep", "gap_us:1", "--spin_us", "1"}));
}

TEST(sleep_program, has_no_waiters_that_spin_on_a_single_cpu) {
    const cli::program program = describe_program();
    const auto listed = program.cases(cli::parse_command_line(program, {"--sweep", "gap_us:10"}),
                                      tollgate::testing::fake_machine(1, 1, 1));
    EXPECT_THAT(listed.cases, IsEmpty());
    ASSERT_EQ(listed.unavailable.size(), 1U);
    EXPECT_EQ(listed.unavailable.front().text(),
              "sleep/spin_or_sleep/waiter:*/gap_us:*: 1 CPU allowed, and a waiter that spins needs "
              "a CPU of its own");
}

// A case with gaps of 10 ms has a warm-up wait and a last wait of 10 ms, too.
TEST(sleep_program, states_the_time_of_waits_that_are_not_timed) {
    const cli::program program = describe_program();
    const auto listed = program.cases(cli::parse_command_line(program, {"--sweep", "gap_us:10000"}),
                                      tollgate::testing::fake_machine(1, 2, 1));
    ASSERT_THAT(listed.cases, ::testing::Not(IsEmpty()));
    EXPECT_GE(listed.cases.front().events.not_timed, 20ms);
}

#if defined(__linux__)

const measure::schedule three_events{1, {{3, 1}}};

// The thread that ends long sleeps is no member of the loop.
TEST(sleep_program, a_timeout_loop_reports_that_it_gets_no_thread) {
    const tollgate::testing::refusal refused = tollgate::testing::refuse_after(0, [] {
        static_cast<void>(tollgate::testing::events_of(
            timeout_loop<sleep::parker>{1h, std::nullopt}, three_events));
    });
    EXPECT_EQ(refused.error, std::error_code(EAGAIN, std::generic_category()));
}

TEST(sleep_program, short_sleeps_need_no_thread) {
    tollgate::testing::starts_left = 0;
    EXPECT_THAT(tollgate::testing::failures_of(timeout_loop<sleep::parker>{1ms, std::nullopt},
                                               three_events),
                IsEmpty());
    EXPECT_EQ(std::exchange(tollgate::testing::starts_left, tollgate::testing::unlimited), 0);
}

#endif

} // namespace
