// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"
#include "markdown_reader.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// Nine equal passes of one round, or none.
measure::case_record against(const std::string& reference, const std::string& name, double value_ns,
                             std::size_t rounds = 9) {
    measure::case_record record;
    record.key = guess_key(name);
    record.compared_with = reference;
    record.valued_by = measure::method::single_events;
    for (std::size_t i = 0; i < rounds; ++i) {
        measure::case_round round;
        round.process = i;
        round.round = i;
        round.value_ns = value_ns;
        round.fit = {20, 3 * value_ns};
        record.rounds.push_back(round);
    }
    return record;
}

TEST(comparison_text, with_several_references_names_them_in_each_row) {
    const auto rows = read_markdown(comparison_text(
        result_of({against("", "first", 100), against("", "a", 200), against("a", "b", 100)})));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[0], ElementsAre("case", "times", "ratio", "from", "to", ""));
    EXPECT_THAT(rows[1], ElementsAre("a", "first", "2", "2", "2", ""));
    EXPECT_THAT(rows[2], ElementsAre("b", "a", "0.5", "0.5", "0.5", ""));
}

TEST(comparison_text, of_a_reference_with_the_same_parameters_tells_what_differs) {
    const auto rows = read_markdown(comparison_text(result_of(
        {against("", "s/w/by:x/n:2", 100), against("s/w/by:x/n:2", "s/w/by:y/n:2", 200),
         against("", "s/w/by:x/n:4", 100), against("s/w/by:x/n:4", "s/w/by:y/n:4", 300)})));
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_THAT(rows[1], ElementsAre("s/w/by:y/n:2", "by:x", "2", "2", "2", ""));
    EXPECT_EQ(rows[2].at(1), "n:2");
    EXPECT_THAT(rows[3], ElementsAre("s/w/by:y/n:4", "by:x", "3", "3", "3", ""));
}

TEST(conditions_text, tells_of_repeated_events) {
    result seen = result_of({against("", "wake", 100)});
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("repeated")));
    seen.cases[0].record.repeated = 3;
    EXPECT_THAT(conditions_text(seen), HasSubstr("wake: 3 of its events had to be repeated"));
}

TEST(comparison_text, with_one_reference_names_it_above_though_it_is_not_the_first) {
    const auto rows = read_markdown(comparison_text(
        result_of({against("a", "first", 100), against("a", "a", 200), against("a", "b", 600)})));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[0], ElementsAre("times a", "ratio", "from", "to", ""));
    EXPECT_EQ(rows[1].at(0), "first");
    EXPECT_EQ(rows[2].at(0), "b");
    EXPECT_EQ(rows[2].at(1), "3");
}

TEST(comparison_text, a_case_without_rounds_brings_no_reference_in) {
    const auto rows = read_markdown(comparison_text(
        result_of({against("", "first", 100), against("", "a", 200), against("a", "b", 100, 0)})));
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].at(0), "times first");
}

TEST(comparison_text, is_empty_where_all_name_what_was_not_measured) {
    EXPECT_EQ(comparison_text(result_of({against("", "first", 100), against("gone", "a", 200)})),
              "");
}

TEST(conditions_text, names_the_proofs_of_the_whole_run_that_failed) {
    result seen = result_of({against("", "first", 100)});
    seen.failures = {"a shorter slice was later"};
    EXPECT_THAT(conditions_text(seen),
                AllOf(StartsWith("proofs of work: FAILED, no figure of this run is worth "
                                 "anything\n"),
                      HasSubstr("  - a shorter slice was later\n"), Not(HasSubstr("all held"))));
    seen.cases[0].record.failures = {"turns lost"};
    EXPECT_THAT(conditions_text(seen), AllOf(HasSubstr("  - first: turns lost\n"),
                                             HasSubstr("  - a shorter slice was later\n")));
}

TEST(conditions_text, an_early_event_is_not_impossible) {
    result seen = result_of({against("", "first", 100)});
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("early")));
    seen.cases[0].record.samples.add(-3);
    seen.cases[0].record.samples.add(-4);
    seen.cases[0].record.samples.add(5);
    conclude_anew(seen);
    EXPECT_THAT(conditions_text(seen),
                AllOf(HasSubstr(" 0 impossible samples"),
                      HasSubstr("  - first: 2 events were early; the percentiles are of the "
                                "others\n")));
}

TEST(conditions_text, of_events_mean_and_median_need_not_agree) {
    EXPECT_THAT(conditions_text(result_of({against("", "first", 100)})), Not(HasSubstr("slope")));
}

} // namespace
} // namespace tollgate::report
