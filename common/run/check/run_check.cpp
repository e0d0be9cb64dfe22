// SPDX-License-Identifier: BSL-1.0
#include "../src/passes.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/run.hpp>

#include <tollgate/testing/message_of.hpp>

#include <gmock/gmock.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace tollgate::run {
namespace {

using measure::make_case;
using measure::measured_case;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Counts, and reports a loss of `lost` turns.
struct counting_loop {
    std::uint64_t lost = 0;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.keep_running(done)) {
            ++done;
        }
        meter.add_to(report);
        report.probe_calls = {done + 1 - lost};
        return report;
    }
};

request briefly() {
    request asked;
    asked.until.exact_rounds = 6;
    asked.until.budget = std::chrono::milliseconds(50);
    return asked;
}

const std::vector<measured_case> two_cases{make_case("a/one", "one count", 1, 1, counting_loop{}),
                                           make_case("a/two", "one count", 1, 1, counting_loop{})};

TEST(run, measures_concludes_and_says_why_it_ended) {
    const report::result result = measured(two_cases, briefly());
    ASSERT_EQ(result.cases.size(), 2U);
    EXPECT_EQ(result.cases[1].record.key.name(), "a/two");
    EXPECT_EQ(result.cases[1].record.rounds.size(), 6U);
    EXPECT_EQ(result.cases[1].summary.rounds, 6U);
    EXPECT_TRUE(result.cases[1].summary.value_ns.range);
    EXPECT_EQ(result.cases[1].summary.passes, 6U);
    ASSERT_EQ(result.controls.size(), 1U);
    EXPECT_EQ(result.controls[0].record.key.name(), "a/one");
    EXPECT_EQ(result.controls[0].summary.rounds, 6U);
    EXPECT_EQ(result.rounds, 6U);
    EXPECT_EQ(result.passes, 6U);
    EXPECT_EQ(result.stopped, measure::stop_reason::rounds);
    EXPECT_GT(result.clock.reading_samples, 0U);
    EXPECT_GT(result.took_s, 0);
    EXPECT_FALSE(result.clock_pair);
}

TEST(run, is_refused_if_it_loses_a_cpu) {
    request asked = briefly();
    asked.cpus = cpu::allowed_cpus();
    EXPECT_EQ(measured(two_cases, asked).passes, 6U);
    asked.cpus.push_back(1 << 19);
    EXPECT_EQ(testing::message_of<machine_refused>(
                  [&] { static_cast<void>(measured(two_cases, asked)); }),
              "CPU 524288 was taken from this program in pass 1");
}

TEST(run, needs_cases_with_different_names) {
    EXPECT_THROW(static_cast<void>(measured({}, briefly())), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(measured(std::vector{two_cases[0], two_cases[1], two_cases[0]})),
                 std::invalid_argument);
}

/// Ends after `last` operations, or never checks.
struct ending_loop {
    std::uint64_t last;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        measure::loop_report report;
        while (done != last && probe.keep_running(done)) {
            ++done;
        }
        report.probe_calls = {done};
        return report;
    }
};

TEST(run, does_the_clock_pair_run_first) {
    request asked = briefly();
    asked.clock_pair = measure::clock_pair_request{"a/two", 1000, std::nullopt};
    const report::result result = measured(two_cases, asked);
    ASSERT_TRUE(result.clock_pair);
    EXPECT_EQ(result.clock_pair->reference_case, "a/two");
    EXPECT_EQ(result.clock_pair->switches, 1000U);
    asked.clock_pair->case_name = "a/gone";
    EXPECT_FALSE(measured(two_cases, asked).clock_pair);
}

TEST(run, a_clock_pair_run_keeps_its_time_limit) {
    request asked = briefly();
    asked.clock_pair =
        measure::clock_pair_request{"a/one", UINT64_MAX, std::chrono::nanoseconds(0)};
    const report::result result = measured(two_cases, asked);
    EXPECT_LT(result.clock_pair->switches, UINT64_MAX);
    EXPECT_EQ(result.cases[0].record.rounds.size(), 6U);
}

TEST(run, a_failed_self_check_of_the_clock_pair_run_ends_it) {
    const std::vector<measured_case> wrong{
        make_case("a/wrong", "one count", 1, 1, counting_loop{1})};
    request asked = briefly();
    asked.clock_pair = measure::clock_pair_request{"a/wrong", 1000, std::nullopt};
    EXPECT_THAT(
        testing::message_of<failed_self_check>([&] { static_cast<void>(measured(wrong, asked)); }),
        HasSubstr("iterations lost or invented"));
}

TEST(run, an_interrupt_ends_it_at_once) {
    request asked = briefly();
    asked.clock_pair = measure::clock_pair_request{"a/one", 1000, std::nullopt};
    asked.outside.interrupted = [] { return true; };
    const report::result result = measured(two_cases, asked);
    EXPECT_EQ(result.stopped, measure::stop_reason::interrupted);
    EXPECT_EQ(result.rounds, 0U);
    EXPECT_EQ(result.passes, 0U);
    EXPECT_FALSE(result.clock_pair) << "the average of a few operations looks complete";
    ASSERT_EQ(result.cases.size(), 2U);
    EXPECT_EQ(result.cases[0].summary.rounds, 0U);
}

TEST(run, says_how_far_it_is) {
    request asked = briefly();
    asked.clock_pair = measure::clock_pair_request{"a/one", 1000, std::nullopt};
    std::vector<measure::progress::phase> phases;
    asked.outside.report_progress = [&](const measure::progress& now) {
        if (phases.empty() || phases.back() != now.current_phase) {
            phases.push_back(now.current_phase);
        }
    };
    static_cast<void>(measured(two_cases, asked));
    using enum measure::progress::phase;
    ASSERT_EQ(phases.size(), 2U + 2U * 6U);
    EXPECT_EQ(phases[0], clock_pair_run);
    EXPECT_EQ(phases[1], first_look);
    for (std::size_t i = 2; i < phases.size(); ++i) {
        EXPECT_EQ(phases[i], i % 2 == 0 ? passes : rounds);
    }
}

// Calibration and the first look use up the budget: nothing is left for more than a round in each
// of the fewest passes.
TEST(run, the_budget_includes_calibration_and_the_first_look) {
    request asked;
    asked.until.budget = std::chrono::nanoseconds(1);
    asked.until.precision = 1e-9;
    const report::result result = measured(two_cases, asked);
    EXPECT_EQ(result.passes, measure::fewest_passes);
    EXPECT_EQ(result.rounds, measure::fewest_passes);
    EXPECT_EQ(result.stopped, measure::stop_reason::budget);
}

measured_case of_kind(const std::string& name, measure::method valued_by, std::size_t threads,
                      const char* placement = nullptr) {
    measured_case made;
    made.key = name;
    if (placement != nullptr) {
        made.key = made.key.with("placement", std::string(placement));
    }
    made.valued_by = valued_by;
    made.threads = threads;
    return made;
}

TEST(controls_of, are_the_first_case_of_each_kind) {
    using enum measure::method;
    EXPECT_THAT(controls_of(std::vector{
                    of_kind("a", untimed_loop, 1), of_kind("b", untimed_loop, 1),
                    of_kind("c", single_events, 1), of_kind("d", untimed_loop, 2),
                    of_kind("e", untimed_loop, 8), of_kind("f", single_events, 1),
                    of_kind("g", single_events, 3), of_kind("h", untimed_loop, 2, "core"),
                    of_kind("i", untimed_loop, 2, "core")}),
                ElementsAre(0, 2, 3, 6, 7));
    EXPECT_THAT(controls_of({}), IsEmpty());
}

TEST(controls_of, leave_out_lost_cases) {
    std::vector<measure::pilot> result(3);
    result[0].lost = "it has ended";
    EXPECT_THAT(controls_of(std::vector{of_kind("a", measure::method::self_timed, 1),
                                        of_kind("b", measure::method::self_timed, 1),
                                        of_kind("c", measure::method::self_timed, 1)},
                            result),
                ElementsAre(1));
}

} // namespace
} // namespace tollgate::run
