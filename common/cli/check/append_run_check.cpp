// SPDX-License-Identifier: BSL-1.0
#include "../src/append_run.hpp"

#include <gmock/gmock.h>

#include <utility>

namespace tollgate::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;

/// A run of one pass with one round, of a case that watches for gaps.
report::result watching_run() {
    measure::case_record record;
    record.key = measure::case_key("made/up");
    record.rounds.emplace_back();
    record.worst.emplace_back();
    record.gaps.add({1'000, 10'000, 0});
    record.gaps.keep_if_among_longest({{1'000, 10'000, 0}, {}});
    record.gaps.add_watched({0, 10'000, 1'000'000});
    report::result one;
    one.passes = 1;
    one.rounds = 1;
    one.cases.emplace_back();
    one.cases.back().record = std::move(record);
    return one;
}

TEST(a_run_behind_another_one, has_passes_and_rounds_of_its_own) {
    const report::result both = appended(watching_run(), watching_run());
    EXPECT_EQ(both.passes, 2U);
    ASSERT_EQ(both.cases.size(), 1U);
    const measure::case_record& record = both.cases.front().record;
    EXPECT_THAT(record.rounds, ElementsAre(Field(&measure::case_round::process, 0U),
                                           Field(&measure::case_round::process, 1U)));
    EXPECT_THAT(record.rounds, ElementsAre(Field(&measure::case_round::round, 0U),
                                           Field(&measure::case_round::round, 1U)));
    EXPECT_THAT(record.worst, ElementsAre(Field(&measure::worst_sample::process, 0U),
                                          Field(&measure::worst_sample::process, 1U)));
}

TEST(a_run_behind_another_one, has_the_gaps_of_its_own_passes) {
    const report::result both = appended(watching_run(), watching_run());
    ASSERT_EQ(both.cases.size(), 1U);
    const measure::gap_log& gaps = both.cases.front().record.gaps;
    EXPECT_THAT(gaps.listed,
                ElementsAre(measure::gap{1'000, 10'000, 0}, measure::gap{1'000, 10'000, 1}));
    EXPECT_THAT(gaps.longest, ElementsAre(measure::counted_gap{{1'000, 10'000, 0}, {}},
                                          measure::counted_gap{{1'000, 10'000, 1}, {}}));
    EXPECT_THAT(gaps.watched, ElementsAre(measure::watched_time{0, 10'000, 1'000'000},
                                          measure::watched_time{1, 10'000, 1'000'000}));
}

} // namespace
} // namespace tollgate::cli
