// SPDX-License-Identifier: BSL-1.0
#include "../src/runtime_offers.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/faults/simulated_runtime.hpp>
#include <tollgate/run/run.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::run {
namespace {

using faults::plenty;
using faults::simulated_runtime;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

request in_six_rounds() {
    request asked;
    asked.until.exact_rounds = 6;
    asked.until.budget = std::chrono::milliseconds(50);
    return asked;
}

/// How often a case behind another one is run.
int batches_of_the_second() {
    const auto left = std::make_shared<int>(plenty);
    static_cast<void>(
        measured(std::vector{simulated_runtime("a/first"), simulated_runtime("a/second", left)},
                 in_six_rounds()));
    return plenty - *left;
}

TEST(a_runtime, whose_proofs_fail_is_lost_and_the_others_are_not) {
    measure::measured_case wrong = simulated_runtime("a/wrong");
    wrong.run = [run = wrong.run](const measure::schedule& asked, clock::source source) {
        measure::batch done = run(asked, source);
        done.report.turns.front() += asked.segments.size() > 1 ? 1 : 0;
        return done;
    };
    const report::result seen =
        measured(std::vector{simulated_runtime("a/first"), wrong}, in_six_rounds());
    ASSERT_EQ(seen.cases.size(), 1U);
    EXPECT_THAT(seen.cases.front().record.failures, IsEmpty());
    ASSERT_EQ(seen.unavailable.size(), 1U);
    EXPECT_EQ(seen.stopped, measure::stop_reason::rounds);
}

TEST(a_runtime, is_valued_by_its_long_batches_in_nanoseconds) {
    request asked = in_six_rounds();
    asked.clock = clock::source::monotonic;
    const report::result seen = measured(std::vector{simulated_runtime("a/runtime")}, asked);
    ASSERT_EQ(seen.cases.size(), 1U);
    const measure::case_summary& of = seen.cases.front().summary;
    EXPECT_NEAR(of.value_ns.value, 100, 0.1);
    EXPECT_NEAR(of.check.slope_ns.value, 100, 1e-6);
    EXPECT_NEAR(of.overhead_ns.value, 40, 1e-3)
        << "what a measure::batch costs besides its operations";
    EXPECT_EQ(of.samples, 0U);
    EXPECT_EQ(seen.twins.size(), 1U) << "it scatters in its own way";
    EXPECT_THAT(seen.unavailable, IsEmpty());
}

TEST(a_runtime, that_is_lost_ends_its_own_case_alone) {
    const int all = batches_of_the_second();
    ASSERT_GT(all, 12) << "two in each round, and the first look";
    for (const int batches :
         {0, all - 12, all - 1}) { // in the first look, in a round, in the last one
        const std::vector<measure::measured_case> cases{simulated_runtime("a/first"),
                                                        simulated_runtime("a/second", batches),
                                                        simulated_runtime("a/third")};
        const report::result seen = measured(cases, in_six_rounds());
        ASSERT_EQ(seen.cases.size(), 2U) << batches;
        EXPECT_EQ(seen.cases[1].record.key.name(), "a/third");
        EXPECT_EQ(seen.cases[1].record.rounds.size(), 6U);
        ASSERT_EQ(seen.unavailable.size(), 1U);
        EXPECT_EQ(seen.unavailable.front().key.name(), "a/second");
        EXPECT_EQ(seen.unavailable.front().reason, "it has ended");
        EXPECT_EQ(seen.stopped, measure::stop_reason::rounds);
    }
}

TEST(a_runtime, that_is_lost_takes_its_twin_along) {
    const report::result seen =
        measured(std::vector{simulated_runtime("a/first", batches_of_the_second() + 1),
                             simulated_runtime("a/second")},
                 in_six_rounds());
    EXPECT_EQ(seen.cases.size(), 1U);
    EXPECT_THAT(seen.twins, IsEmpty());
}

TEST(a_runtime, that_was_interrupted_in_its_batch_has_lost_nothing) {
    request asked = in_six_rounds();
    const auto left = std::make_shared<int>(plenty);
    const int enough = plenty - batches_of_the_second() / 2;
    asked.outside.interrupted = [left, enough] { return *left < enough; };
    const report::result seen = measured(std::vector{simulated_runtime("a/runtime", left)}, asked);
    EXPECT_EQ(seen.stopped, measure::stop_reason::interrupted);
    EXPECT_THAT(seen.unavailable, IsEmpty());
    EXPECT_THAT(seen.cases.at(0).record.failures, IsEmpty());
}

TEST(runtimes, may_all_be_lost) {
    const report::result seen =
        measured(std::vector{simulated_runtime("a/only", 0)}, in_six_rounds());
    EXPECT_THAT(seen.cases, IsEmpty());
    EXPECT_EQ(seen.unavailable.size(), 1U);
}

TEST(runtimes, have_the_number_of_our_first_case_unless_some_were_chosen) {
    case_list ours;
    for (const std::uint64_t capacity : {0U, 64U, 8U, 64U}) {
        ours.cases.emplace_back().key = {"queue/pingpong", {{"capacity", capacity}}};
    }
    runtime::greeting greeted;
    greeted.runtime = "made";
    greeted.cases.push_back({"work", "queue/pingpong", 1, {}, "capacity", {}, "one message"});
    chosen_numbers chosen;
    const auto name_of_the_offer = [&] {
        const auto offers = offers_of(greeted, ours, chosen, cpu::read_topology());
        return offers.beside.size() == 1 ? offers.beside.front().told.listed.key.name() : "none";
    };
    EXPECT_EQ(name_of_the_offer(), "none") << "there is no such axis";
    chosen["capacity"] = {};
    EXPECT_EQ(name_of_the_offer(), "queue/pingpong/impl:made/capacity:64") << "not 0";
    chosen["capacity"] = {5};
    EXPECT_EQ(name_of_the_offer(), "queue/pingpong/impl:made/capacity:5");
}

} // namespace
} // namespace tollgate::run
