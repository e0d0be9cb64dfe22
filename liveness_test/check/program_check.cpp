// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

#include "wrong_watching.hpp"

#include <tollgate/faults/made_up.hpp>
#include <tollgate/faults/one_batch.hpp>
#include <tollgate/faults/program_checks.hpp>

#include <chrono>
#include <map>
#include <string>

namespace {

using namespace tollgate;
using namespace tollgate::liveness_test;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const bool registered =
    faults::register_program_checks({.what = describe_program,
                                     .listings = LISTINGS,
                                     .rehearsed = {{"--threads", "1,4", "--timeouts", "5"},
                                                   {"--sweep", "threads:2,17,65"},
                                                   {"--sweep", "records:1,2,63,64,65,10000"}},
                                     .briefly = {"--threads", "1,4", "--timeouts", "5"}});

TEST(liveness_program, the_demonstration_goes_alone) {
    const cli::program what = describe_program();
    EXPECT_EQ(cli::parse_command_line(what, {"--demo"}).wanted, cli::options::action::own);
    for (const std::string more : {"--quick", "--list", "--no-progress"}) {
        EXPECT_THROW(static_cast<void>(cli::parse_command_line(what, {"--demo", more})),
                     run::usage_error);
    }
}

TEST(liveness_program, what_takes_its_time_says_so) {
    const cli::program what = describe_program();
    const cli::options chosen =
        cli::parse_command_line(what, {"--timeouts", "20,60000", "--threads", "64"});
    std::map<std::string, measure::event_times> times;
    for (const measure::measured_case& one :
         what.cases(chosen, faults::made_up_machine(1, 2, 1)).cases) {
        if (one.valued_by == measure::method::single_events) {
            times[one.key.name()] = one.events;
            EXPECT_GT(one.events.lasts.count(), 0) << one.key.name();
        }
        if (one.key.path() == "liveness/false_alarms") {
            EXPECT_EQ(one.threads, 11U);
            EXPECT_THAT(one.unit, HasSubstr("11 threads on 2 CPUs"));
        } else if (one.key.has("threads")) {
            EXPECT_EQ(one.threads, 64U) << one.key.name();
        }
    }
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").expected, 20ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:20/period_ms:4").lasts, 32ms);
    EXPECT_EQ(times.at("liveness/detection_delay/timeout_ms:60000/period_ms:10").expected, 60s);
    EXPECT_GT(times.at("liveness/false_alarms").lasts, 100ms);
    EXPECT_EQ(times.at("liveness/false_alarms").expected, 0ms);
}

TEST(detection_text, counts_those_in_time) {
    measure::case_record record =
        faults::made_up_case("liveness/detection_delay/timeout_ms:50/period_ms:10", {1});
    record.ns_per_count = 0.5;
    for (const std::int64_t delay_ms : {1, 5, 19, 25}) {
        record.samples.add(delay_ms * 2'000'000);
    }
    EXPECT_EQ(detection_text(faults::made_up_result({record})),
              "Timeout 50 ms, period 10 ms: 3 of 4 within timeout + 2 periods; the longest 75.00 "
              "ms\n\n");
    EXPECT_EQ(detection_text({}), "");
}

#if defined(__linux__)

const measure::schedule two_events{1, {{2, 1}}};

// The threads of a registry and of a window of load are no members of their loops.
template <class Loop>
void expect_told(const Loop& loop, std::initializer_list<int> started) {
    for (const int allowed : started) {
        SCOPED_TRACE(allowed);
        const faults::refusal seen = faults::refuse_after(
            allowed, [&] { static_cast<void>(faults::events_of(loop, two_events)); });
        EXPECT_EQ(seen.told, std::error_code(EAGAIN, std::generic_category()));
        EXPECT_EQ(seen.unused, 0) << "as many as were allowed had been started";
    }
    EXPECT_THAT(faults::failures_of(loop, two_events), IsEmpty()) << "it works again afterwards";
}

TEST(liveness_program, a_registry_tells_of_the_thread_that_it_is_refused) {
    expect_told(right_delays(), {0, 1});
}

TEST(liveness_program, a_window_of_load_tells_of_the_thread_that_it_is_refused) {
    alarm_loop loop{{1, 2, 5ms}, {}};
    loop.how.of_scopes.timeout = 10s;
    expect_told(loop, {0, 2});
}

#endif

} // namespace
