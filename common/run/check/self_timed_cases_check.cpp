// SPDX-License-Identifier: BSL-1.0
#include <tollgate/run/run.hpp>
#include <tollgate/testing/self_timed_case.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

namespace tollgate::run {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::plenty;
using testing::self_timed_case;

request in_six_rounds() {
    request asked;
    asked.until.exact_rounds = 6;
    asked.until.budget = std::chrono::milliseconds(50);
    return asked;
}

/// How often a case after another case runs.
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
    const report::result result = measured(std::vector{self_timed_case("a/case")}, asked);
    ASSERT_EQ(result.cases.size(), 1U);
    const measure::case_summary& of = result.cases.front().summary;
    EXPECT_NEAR(of.value_ns.value, 100, 1e-6);
    EXPECT_FALSE(of.check.disagrees) << "there is no line";
    EXPECT_EQ(of.samples, 0U);
    EXPECT_EQ(result.controls.size(), 1U) << "it scatters in its own way";
    EXPECT_THAT(result.unavailable, IsEmpty());
}

TEST(a_case_with_a_clock_of_its_own, ends_alone_if_it_is_lost) {
    const int all = batches_of_the_second();
    ASSERT_GT(all, 6) << "one in each round, and the first look";
    for (const int batches :
         {0, all - 6, all - 1}) { // in the first look, in a round, in the last one
        const std::vector<measure::measured_case> cases{self_timed_case("a/first"),
                                                        self_timed_case("a/second", batches),
                                                        self_timed_case("a/third")};
        const report::result result = measured(cases, in_six_rounds());
        ASSERT_EQ(result.cases.size(), 2U) << batches;
        EXPECT_EQ(result.cases[1].record.key.name(), "a/third");
        EXPECT_EQ(result.cases[1].record.rounds.size(), 6U);
        ASSERT_EQ(result.unavailable.size(), 1U);
        EXPECT_EQ(result.unavailable.front().key.name(), "a/second");
        EXPECT_EQ(result.unavailable.front().reason, "it has ended");
        EXPECT_EQ(result.stopped, measure::stop_reason::rounds);
    }
}

TEST(a_case_with_a_clock_of_its_own, is_lost_together_with_its_control) {
    const report::result result =
        measured(std::vector{self_timed_case("a/first", batches_of_the_second() + 1),
                             self_timed_case("a/second")},
                 in_six_rounds());
    EXPECT_EQ(result.cases.size(), 1U);
    EXPECT_THAT(result.controls, IsEmpty());
}

TEST(a_case_with_a_clock_of_its_own, is_not_lost_by_an_interrupt_in_its_batch) {
    request asked = in_six_rounds();
    const auto left = std::make_shared<int>(plenty);
    const int enough = plenty - batches_of_the_second() / 2;
    asked.outside.interrupted = [left, enough] { return *left < enough; };
    const report::result result = measured(std::vector{self_timed_case("a/case", left)}, asked);
    EXPECT_EQ(result.stopped, measure::stop_reason::interrupted);
    EXPECT_THAT(result.unavailable, IsEmpty());
    EXPECT_THAT(result.cases.at(0).record.failures, IsEmpty());
}

TEST(cases_with_a_clock_of_their_own, may_all_be_lost) {
    const report::result result =
        measured(std::vector{self_timed_case("a/only", 0)}, in_six_rounds());
    EXPECT_THAT(result.cases, IsEmpty());
    EXPECT_EQ(result.unavailable.size(), 1U);
}

} // namespace
} // namespace tollgate::run
