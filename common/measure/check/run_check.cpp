// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run.hpp>
#include <tollgate/measure/thread_meter.hpp>

#include <gmock/gmock.h>

#include <stdexcept>
#include <vector>

namespace tollgate::measure {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Counts, and says that it lost turns if it is told to.
struct counting_loop {
    std::uint64_t lost = 0;

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        loop_report report;
        const thread_meter meter;
        while (probe.turn(done)) {
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1 - lost};
        return report;
    }
};

run_options briefly() {
    run_options asked;
    asked.until.exact_rounds = 6;
    asked.until.budget = std::chrono::milliseconds(50);
    return asked;
}

const std::vector<measured_case> two_cases{make_case("a/one", "one count", 1, 1, counting_loop{}),
                                           make_case("a/two", "one count", 1, 1, counting_loop{})};

TEST(run, measures_concludes_and_says_why_it_ended) {
    const result seen = run(two_cases, briefly());
    ASSERT_EQ(seen.cases.size(), 2U);
    EXPECT_EQ(seen.cases[1].record.key.name(), "a/two");
    EXPECT_EQ(seen.cases[1].record.rounds.size(), 6U);
    EXPECT_EQ(seen.cases[1].summary.rounds, 6U);
    EXPECT_TRUE(seen.cases[1].summary.value_ns.range);
    EXPECT_EQ(seen.twin.record.key.name(), "a/one");
    EXPECT_EQ(seen.twin.summary.rounds, 6U);
    EXPECT_EQ(seen.rounds, 6U);
    EXPECT_EQ(seen.stopped, stop_reason::rounds);
    EXPECT_GT(seen.clock.reading_samples, 0U);
    EXPECT_GT(seen.took.count(), 0);
    EXPECT_FALSE(seen.classical);
}

TEST(run, needs_cases_that_can_be_told_apart) {
    EXPECT_THROW(static_cast<void>(run({}, briefly())), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(run(std::vector{two_cases[0], two_cases[1], two_cases[0]})),
                 std::invalid_argument);
}

TEST(run, a_proof_that_fails_ends_it) {
    const std::vector<measured_case> wrong{
        make_case("a/wrong", "one count", 1, 1, counting_loop{1})};
    const result seen = run(wrong, briefly());
    EXPECT_EQ(seen.stopped, stop_reason::failed);
    EXPECT_THAT(seen.cases[0].record.failures, Contains(HasSubstr("turns lost or invented")));
}

/// Ends after so many operations, or does not ask at all.
struct ending_loop {
    std::uint64_t last;

    template <class Probe>
    loop_report operator()(Probe& probe) const {
        std::uint64_t done = 0;
        loop_report report;
        while (done != last && probe.turn(done)) {
            ++done;
        }
        report.turns = {done};
        return report;
    }
};

TEST(run, a_loop_that_ends_by_itself_fails_a_proof) {
    for (const std::uint64_t last : {0U, 1U, 2U, 5'000U}) {
        const std::vector<measured_case> ending{
            make_case("a/ending", "one count", 1, 1, ending_loop{last})};
        const result seen = run(ending, briefly());
        EXPECT_EQ(seen.stopped, stop_reason::failed) << last;
        EXPECT_THAT(seen.cases[0].record.failures, Contains(HasSubstr("turns lost"))) << last;
    }
}

TEST(run, observes_classically_first) {
    run_options asked = briefly();
    asked.classical = classical_request{"a/two", 1000, std::nullopt};
    const result seen = run(two_cases, asked);
    ASSERT_TRUE(seen.classical);
    EXPECT_EQ(seen.classical->of, "a/two");
    EXPECT_EQ(seen.classical->sums.operations, 1000U);
    EXPECT_FALSE(seen.classical->cut_short);
    asked.classical->of = "a/gone";
    EXPECT_FALSE(run(two_cases, asked).classical);
}

TEST(run, a_classical_run_takes_no_longer_than_it_may) {
    run_options asked = briefly();
    asked.classical = classical_request{"a/one", UINT64_MAX, std::chrono::nanoseconds(0)};
    const result seen = run(two_cases, asked);
    EXPECT_TRUE(seen.classical->cut_short);
    EXPECT_EQ(seen.cases[0].record.rounds.size(), 6U);
}

TEST(run, a_classical_proof_that_fails_is_all_there_is) {
    const std::vector<measured_case> wrong{
        make_case("a/wrong", "one count", 1, 1, counting_loop{1})};
    run_options asked = briefly();
    asked.classical = classical_request{"a/wrong", 1000, std::nullopt};
    const result seen = run(wrong, asked);
    EXPECT_EQ(seen.stopped, stop_reason::failed);
    EXPECT_THAT(seen.classical->failures, Contains(HasSubstr("turns lost or invented")));
    EXPECT_THAT(seen.cases, IsEmpty());
}

TEST(run, an_interrupt_ends_it_at_once) {
    run_options asked = briefly();
    asked.classical = classical_request{"a/one", 1000, std::nullopt};
    asked.outside.interrupted = [] { return true; };
    const result seen = run(two_cases, asked);
    EXPECT_EQ(seen.stopped, stop_reason::interrupted);
    EXPECT_EQ(seen.rounds, 0U);
    EXPECT_TRUE(seen.classical->cut_short);
    ASSERT_EQ(seen.cases.size(), 2U);
    EXPECT_EQ(seen.cases[0].summary.rounds, 0U);
}

TEST(run, says_how_far_it_is) {
    run_options asked = briefly();
    asked.classical = classical_request{"a/one", 1000, std::nullopt};
    std::vector<progress::phase> phases;
    asked.outside.report_progress = [&](const progress& now) {
        if (phases.empty() || phases.back() != now.what) {
            phases.push_back(now.what);
        }
    };
    static_cast<void>(run(two_cases, asked));
    using enum progress::phase;
    EXPECT_THAT(phases, ::testing::ElementsAre(classical_run, first_look, rounds));
}

// What calibrating and the first look take is taken off the budget: nothing is left for more than
// the least number of rounds.
TEST(run, the_budget_is_for_all_of_it) {
    run_options asked;
    asked.until.budget = std::chrono::nanoseconds(1);
    asked.until.precision = 1e-9;
    const result seen = run(two_cases, asked);
    EXPECT_EQ(seen.rounds, limits{}.least_rounds);
    EXPECT_EQ(seen.stopped, stop_reason::budget);
}

} // namespace
} // namespace tollgate::measure
