// SPDX-License-Identifier: BSL-1.0
#include <tollgate/faults/self_timed_case.hpp>
#include <tollgate/run/run.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::run {
namespace {

using faults::plenty;
using faults::self_timed_case;
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
        measured(std::vector{self_timed_case("a/first"), self_timed_case("a/second", left)},
                 in_six_rounds()));
    return plenty - *left;
}

TEST(a_case_with_a_clock_of_its_own, is_valued_by_its_batches_in_nanoseconds) {
    request asked = in_six_rounds();
    asked.clock = clock::source::monotonic;
    const report::result seen = measured(std::vector{self_timed_case("a/case")}, asked);
    ASSERT_EQ(seen.cases.size(), 1U);
    const measure::case_summary& of = seen.cases.front().summary;
    EXPECT_NEAR(of.value_ns.value, 100, 1e-6);
    EXPECT_FALSE(of.check.disagrees) << "there is no line";
    EXPECT_EQ(of.samples, 0U);
    EXPECT_EQ(seen.twins.size(), 1U) << "it scatters in its own way";
    EXPECT_THAT(seen.unavailable, IsEmpty());
}

TEST(a_case_with_a_clock_of_its_own, that_is_lost_ends_its_own_case_alone) {
    const int all = batches_of_the_second();
    ASSERT_GT(all, 6) << "one in each round, and the first look";
    for (const int batches :
         {0, all - 6, all - 1}) { // in the first look, in a round, in the last one
        const std::vector<measure::measured_case> cases{self_timed_case("a/first"),
                                                        self_timed_case("a/second", batches),
                                                        self_timed_case("a/third")};
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

TEST(a_case_with_a_clock_of_its_own, that_is_lost_takes_its_twin_along) {
    const report::result seen =
        measured(std::vector{self_timed_case("a/first", batches_of_the_second() + 1),
                             self_timed_case("a/second")},
                 in_six_rounds());
    EXPECT_EQ(seen.cases.size(), 1U);
    EXPECT_THAT(seen.twins, IsEmpty());
}

TEST(a_case_with_a_clock_of_its_own, that_was_interrupted_in_its_batch_has_lost_nothing) {
    request asked = in_six_rounds();
    const auto left = std::make_shared<int>(plenty);
    const int enough = plenty - batches_of_the_second() / 2;
    asked.outside.interrupted = [left, enough] { return *left < enough; };
    const report::result seen = measured(std::vector{self_timed_case("a/case", left)}, asked);
    EXPECT_EQ(seen.stopped, measure::stop_reason::interrupted);
    EXPECT_THAT(seen.unavailable, IsEmpty());
    EXPECT_THAT(seen.cases.at(0).record.failures, IsEmpty());
}

TEST(cases_with_a_clock_of_their_own, may_all_be_lost) {
    const report::result seen =
        measured(std::vector{self_timed_case("a/only", 0)}, in_six_rounds());
    EXPECT_THAT(seen.cases, IsEmpty());
    EXPECT_EQ(seen.unavailable.size(), 1U);
}

} // namespace
} // namespace tollgate::run
