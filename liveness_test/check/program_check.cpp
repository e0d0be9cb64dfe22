// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "faulty_watching.hpp"

#include <tollgate/run/errors.hpp>
#include <tollgate/testing/fake.hpp>
#include <tollgate/testing/one_batch.hpp>
#include <tollgate/testing/program_checks.hpp>
#if defined(__linux__)
#include <tollgate/testing/refused_threads.hpp>
#endif

#include <gmock/gmock.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <string>
#include <system_error>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const bool registered = tollgate::testing::register_program_checks(
    {.describe = describe_program,
     .listings = LISTINGS,
     .rehearsed = {{"--threads", "1,4", "--timeouts", "5"},
                   {"--sweep", "threads:2,17,65"},
                   {"--sweep", "records:1,2,63,64,65,10000"}},
     .briefly = {"--threads", "1,4", "--timeouts", "5"}});

TEST(liveness_program, the_demonstration_allows_no_other_option) {
    const cli::program program = describe_program();
    EXPECT_EQ(cli::parse_command_line(program, {"--demo"}).wanted, cli::options::action::own);
    for (const std::string more : {"--quick", "--list", "--no-progress"}) {
        EXPECT_THROW(static_cast<void>(cli::parse_command_line(program, {"--demo", more})),
                     run::usage_error);
    }
}

TEST(liveness_program, cases_of_single_events_state_their_times) {
    const cli::program program = describe_program();
    const cli::options chosen =
        cli::parse_command_line(program, {"--timeouts", "20,60000", "--threads", "64"});
    std::map<std::string, measure::event_times> times;
    for (const measure::measured_case& listed :
         program.cases(chosen, tollgate::testing::fake_machine(1, 2, 1)).cases) {
        if (listed.valued_by == measure::method::single_events) {
            times[listed.key.name()] = listed.events;
            EXPECT_GT(listed.events.lasts.count(), 0) << listed.key.name();
        }
        if (listed.key.path() == "liveness/false_alarms") {
            EXPECT_EQ(listed.threads, 11U);
            EXPECT_THAT(listed.unit, HasSubstr("11 threads on 2 CPUs"));
        } else if (listed.key.has("threads")) {
            EXPECT_EQ(listed.threads, 64U) << listed.key.name();
        }
    }
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").expected, 20ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").lasts, 32ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:60000/period_ms:10").expected, 60s);
    EXPECT_GT(times.at("liveness/false_alarms").lasts, 100ms);
    EXPECT_EQ(times.at("liveness/false_alarms").expected, 0ms);
}

TEST(detection_text, counts_reports_in_time) {
    measure::case_record record =
        tollgate::testing::fake_case("liveness/detection_delay/timeout_ms:50/period_ms:10", {1});
    record.ns_per_count = 0.5;
    for (const std::int64_t delay_ms : {1, 5, 19, 25}) {
        record.samples.add(delay_ms * 2'000'000);
    }
    EXPECT_EQ(detection_text(tollgate::testing::fake_result({record})),
              "Timeout 50 ms, period 10 ms: 3 of 4 within timeout + 2 periods; the longest 75.00 "
              "ms\n");
    EXPECT_EQ(detection_text({}), "");
}

#if defined(__linux__)

const measure::schedule two_events{1, {{2, 1}}};

// The threads of a registry and of a window of load are not members of their loops.
template <class Loop>
void expect_reported(const Loop& loop, std::initializer_list<int> started) {
    for (const int allowed : started) {
        SCOPED_TRACE(allowed);
        const tollgate::testing::refusal result = tollgate::testing::refuse_after(
            allowed, [&] { static_cast<void>(tollgate::testing::events_of(loop, two_events)); });
        EXPECT_EQ(result.error, std::error_code(EAGAIN, std::generic_category()));
        EXPECT_EQ(result.unused, 0) << "all allowed threads were started";
    }
    EXPECT_THAT(tollgate::testing::failures_of(loop, two_events), IsEmpty())
        << "it works again afterwards";
}

TEST(liveness_program, a_registry_reports_a_refused_thread) {
    expect_reported(right_delays(), {0, 1});
}

TEST(liveness_program, a_window_of_load_reports_a_refused_thread) {
    alarm_loop loop{{1, 2, 5ms}, {}};
    loop.options.default_timeouts.timeout = 10s;
    expect_reported(loop, {0, 2});
}

#endif

} // namespace
