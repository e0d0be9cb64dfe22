// SPDX-License-Identifier: BSL-1.0
#include "../src/passes.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/run.hpp>

#include <tollgate/faults/message_of.hpp>

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

/// Counts, and says that it lost turns if it is told to.
struct counting_loop {
    std::uint64_t lost = 0;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1 - lost};
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
    const report::result seen = measured(two_cases, briefly());
    ASSERT_EQ(seen.cases.size(), 2U);
    EXPECT_EQ(seen.cases[1].record.key.name(), "a/two");
    EXPECT_EQ(seen.cases[1].record.rounds.size(), 6U);
    EXPECT_EQ(seen.cases[1].summary.rounds, 6U);
    EXPECT_TRUE(seen.cases[1].summary.value_ns.range);
    EXPECT_EQ(seen.cases[1].summary.passes, 6U);
    ASSERT_EQ(seen.twins.size(), 1U);
    EXPECT_EQ(seen.twins[0].record.key.name(), "a/one");
    EXPECT_EQ(seen.twins[0].summary.rounds, 6U);
    EXPECT_EQ(seen.rounds, 6U);
    EXPECT_EQ(seen.passes, 6U);
    EXPECT_EQ(seen.stopped, measure::stop_reason::rounds);
    EXPECT_GT(seen.clock.reading_samples, 0U);
    EXPECT_GT(seen.took_s, 0);
    EXPECT_FALSE(seen.classical);
}

TEST(run, of_which_a_cpu_is_taken_away_is_refused) {
    request asked = briefly();
    asked.cpus = cpu::allowed_cpus();
    EXPECT_EQ(measured(two_cases, asked).passes, 6U);
    asked.cpus.push_back(1 << 19);
    EXPECT_EQ(
        faults::message_of<machine_refused>([&] { static_cast<void>(measured(two_cases, asked)); }),
        "CPU 524288 was taken from this program in pass 1");
}

TEST(run, needs_cases_that_can_be_told_apart) {
    EXPECT_THROW(static_cast<void>(measured({}, briefly())), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(measured(std::vector{two_cases[0], two_cases[1], two_cases[0]})),
                 std::invalid_argument);
}

/// Ends after so many operations, or does not ask at all.
struct ending_loop {
    std::uint64_t last;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        measure::loop_report report;
        while (done != last && probe.turn(done)) {
            ++done;
        }
        report.turns = {done};
        return report;
    }
};

TEST(run, observes_classically_first) {
    request asked = briefly();
    asked.classical = measure::classical_request{"a/two", 1000, std::nullopt};
    const report::result seen = measured(two_cases, asked);
    ASSERT_TRUE(seen.classical);
    EXPECT_EQ(seen.classical->reference_case, "a/two");
    EXPECT_EQ(seen.classical->switches, 1000U);
    asked.classical->of = "a/gone";
    EXPECT_FALSE(measured(two_cases, asked).classical);
}

TEST(run, a_classical_run_takes_no_longer_than_it_may) {
    request asked = briefly();
    asked.classical = measure::classical_request{"a/one", UINT64_MAX, std::chrono::nanoseconds(0)};
    const report::result seen = measured(two_cases, asked);
    EXPECT_LT(seen.classical->switches, UINT64_MAX);
    EXPECT_EQ(seen.cases[0].record.rounds.size(), 6U);
}

TEST(run, a_classical_proof_that_fails_ends_it) {
    const std::vector<measured_case> wrong{
        make_case("a/wrong", "one count", 1, 1, counting_loop{1})};
    request asked = briefly();
    asked.classical = measure::classical_request{"a/wrong", 1000, std::nullopt};
    EXPECT_THAT(
        faults::message_of<failed_proof>([&] { static_cast<void>(measured(wrong, asked)); }),
        HasSubstr("turns lost or invented"));
}

TEST(run, an_interrupt_ends_it_at_once) {
    request asked = briefly();
    asked.classical = measure::classical_request{"a/one", 1000, std::nullopt};
    asked.outside.interrupted = [] { return true; };
    const report::result seen = measured(two_cases, asked);
    EXPECT_EQ(seen.stopped, measure::stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 0U);
    EXPECT_EQ(seen.passes, 0U);
    EXPECT_LT(seen.classical->switches, 1000U);
    ASSERT_EQ(seen.cases.size(), 2U);
    EXPECT_EQ(seen.cases[0].summary.rounds, 0U);
}

TEST(run, says_how_far_it_is) {
    request asked = briefly();
    asked.classical = measure::classical_request{"a/one", 1000, std::nullopt};
    std::vector<measure::progress::phase> phases;
    asked.outside.report_progress = [&](const measure::progress& now) {
        if (phases.empty() || phases.back() != now.what) {
            phases.push_back(now.what);
        }
    };
    static_cast<void>(measured(two_cases, asked));
    using enum measure::progress::phase;
    ASSERT_EQ(phases.size(), 2U + 2U * 6U);
    EXPECT_EQ(phases[0], classical_run);
    EXPECT_EQ(phases[1], first_look);
    for (std::size_t i = 2; i < phases.size(); ++i) {
        EXPECT_EQ(phases[i], i % 2 == 0 ? passes : rounds);
    }
}

// What calibrating and the first look take is taken off the budget: nothing is left for more than a
// round in each of the fewest passes.
TEST(run, the_budget_is_for_all_of_it) {
    request asked;
    asked.until.budget = std::chrono::nanoseconds(1);
    asked.until.precision = 1e-9;
    const report::result seen = measured(two_cases, asked);
    EXPECT_EQ(seen.passes, measure::fewest_passes);
    EXPECT_EQ(seen.rounds, measure::fewest_passes);
    EXPECT_EQ(seen.stopped, measure::stop_reason::budget);
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

TEST(twins_of, are_the_first_case_of_each_kind) {
    using enum measure::method;
    EXPECT_THAT(twins_of(std::vector{
                    of_kind("a", unobserved_loop, 1), of_kind("b", unobserved_loop, 1),
                    of_kind("c", single_events, 1), of_kind("d", unobserved_loop, 2),
                    of_kind("e", unobserved_loop, 8), of_kind("f", single_events, 1),
                    of_kind("g", single_events, 3), of_kind("h", unobserved_loop, 2, "core"),
                    of_kind("i", unobserved_loop, 2, "core")}),
                ElementsAre(0, 2, 3, 6, 7));
    EXPECT_THAT(twins_of({}), IsEmpty());
}

TEST(twins_of, none_is_a_case_that_was_lost) {
    std::vector<measure::pilot> seen(3);
    seen[0].lost = "it has ended";
    EXPECT_THAT(twins_of(std::vector{of_kind("a", measure::method::self_timed, 1),
                                     of_kind("b", measure::method::self_timed, 1),
                                     of_kind("c", measure::method::self_timed, 1)},
                         seen),
                ElementsAre(1));
}

} // namespace
} // namespace tollgate::run
