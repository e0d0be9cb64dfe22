// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"
#include "markdown_reader.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::ElementsAre;

/// A pass of one round for each value.
measure::case_record record_of(const std::string& name, const std::vector<double>& values_ns) {
    measure::case_record record;
    record.key = name;
    record.unit = "one " + name;
    for (std::size_t i = 0; i < values_ns.size(); ++i) {
        measure::case_round round;
        round.process = i;
        round.round = i;
        round.value_ns = values_ns[i];
        round.cpu_ns = values_ns[i] / 2;
        round.fit = {20, values_ns[i]};
        record.rounds.push_back(round);
    }
    return record;
}

/// The same with reference loops, which were fast in as many of them.
measure::case_record referenced(measure::case_record record, std::size_t quiet) {
    record.cpus = {0};
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].reference_before_ns = 100;
        record.rounds[i].reference_after_ns = i < quiet ? 102 : 150;
    }
    return record;
}

result with_loops(std::vector<measure::case_record> records) {
    result seen = result_of(std::move(records));
    seen.speed.fast_ns = {{0, 100}};
    conclude_anew(seen);
    return seen;
}

TEST(case_table, has_a_row_for_each_case) {
    measure::case_record first = record_of("yield", {50, 51, 52, 53, 54, 55, 56});
    for (std::int64_t i = 0; i < 1000; ++i) {
        first.samples.add(i < 940 ? 70 : 110);
    }
    first.samples.add(120);
    const auto rows =
        read_markdown(case_table(result_of({first, record_of("slow", {4000, 4100})})));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[0], ElementsAre("case", "ns/op", "±", "p50", "p99", "p99.9", "max", "samples",
                                     "CPU ns/op", "unit of work"));
    EXPECT_THAT(rows[1], ElementsAre("yield", "53.0", "2.00", "50.0", "90.0", "-", "100.0", "1001",
                                     "26.5", "one yield"));
    EXPECT_THAT(rows[2],
                ElementsAre("slow", "4050", "-", "-", "-", "-", "-", "-", "2025", "one slow"));
}

TEST(case_table, says_of_which_rounds_a_value_is_where_there_were_reference_loops) {
    const result seen =
        with_loops({referenced(record_of("a", {10, 10, 10, 10, 10, 10, 20, 20}), 6),
                    referenced(record_of("b", std::vector<double>(8, 30)), 2),
                    record_of("c", std::vector<double>(8, 40)), record_of("d", {})});
    const auto rows = read_markdown(case_table(seen));
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_THAT(rows[0], ElementsAre("case", "ns/op", "±", "of rounds", "as it is", "p50", "p99",
                                     "p99.9", "max", "samples", "CPU ns/op", "unit of work"));
    EXPECT_EQ(rows[1].at(1), "10.0");
    EXPECT_EQ(rows[1].at(2), "0.00");
    EXPECT_EQ(rows[1].at(3), "75.0 % quiet");
    EXPECT_EQ(rows[1].at(4), "10.0 ± 6.37") << "Student's, beyond Wilcoxon's";
    EXPECT_EQ(rows[2].at(3), "all") << "two quiet passes are too few";
    EXPECT_EQ(rows[2].at(4), "") << "which is the value itself";
    EXPECT_EQ(rows[3].at(3), "all");
    EXPECT_EQ(rows[4].at(3), "-");
}

TEST(case_table, an_uncertainty_as_large_as_the_value_is_no_figure) {
    measure::case_record loop = record_of("a", {10, 10, 10, 10, 10, 10, 100, 100});
    measure::case_record events = loop;
    events.valued_by = measure::method::single_events;
    const auto rows = read_markdown(case_table(result_of({loop, events})));
    EXPECT_EQ(rows.at(1).at(2), "> 100 %");
    EXPECT_EQ(rows.at(2).at(2).find('%'), std::string::npos) << "its value may be near zero";
}

TEST(case_table, has_no_percentile_that_is_not_above_zero) {
    measure::case_record record = record_of("yield", std::vector<double>(8, 50));
    for (int i = 0; i < 2000; ++i) {
        record.samples.add(i < 1500 ? 12 : i < 1990 ? 20 : 21);
    }
    const auto rows = read_markdown(case_table(result_of({record})));
    EXPECT_EQ(rows.at(1).at(3), "-");
    EXPECT_EQ(rows.at(1).at(4), "-") << "zero is none";
    EXPECT_EQ(rows.at(1).at(6), "1.00");
}

TEST(case_table, has_no_percentile_where_what_is_taken_off_is_no_overhead_of_reading) {
    measure::case_record record = record_of("stream", std::vector<double>(8, 27));
    record.reading_ns = 6;
    for (int i = 0; i < 2000; ++i) {
        record.samples.add(1000);
    }
    EXPECT_EQ(read_markdown(case_table(result_of({record}))).at(1).at(3), "-");
    record.reading_ns = 7;
    EXPECT_EQ(read_markdown(case_table(result_of({record}))).at(1).at(3), "980.0");
}

TEST(case_table, a_case_without_rounds_has_no_figures) {
    const auto rows = read_markdown(case_table(result_of({record_of("none", {})})));
    EXPECT_THAT(rows.at(1),
                ElementsAre("none", "-", "-", "-", "-", "-", "-", "-", "-", "one none"));
}

TEST(case_table, without_cases_is_empty) {
    EXPECT_EQ(case_table(result{}), "");
}

TEST(comparison_text, says_what_was_resolved) {
    const auto rows = read_markdown(comparison_text(
        result_of({record_of("first", std::vector<double>(9, 100)),
                   record_of("twice", std::vector<double>(9, 200)),
                   record_of("close", {99, 99, 99, 99, 101, 101, 101, 101, 102})})));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[0], ElementsAre("times first", "ratio", "from", "to", ""));
    EXPECT_THAT(rows[1], ElementsAre("twice", "2", "2", "2", ""));
    EXPECT_EQ(rows[2].at(0), "close");
    EXPECT_NE(rows[2].at(2), "-");
    EXPECT_EQ(rows[2].at(4), "not resolved");
}

TEST(comparison_text, an_interval_that_reaches_beyond_a_factor_of_two_has_no_numbers) {
    const auto rows = read_markdown(
        comparison_text(result_of({record_of("first", std::vector<double>(8, 100)),
                                   record_of("wild", {10, 20, 40, 80, 160, 320, 640, 1280})})));
    EXPECT_EQ(rows.at(1).at(2), "-");
    EXPECT_EQ(rows.at(1).at(3), "-");
    EXPECT_EQ(rows.at(1).at(4), "not resolved");
}

TEST(comparison_text, of_a_path_of_one_word_there_is_all) {
    result seen = result_of(
        {record_of("locks", {1, 1}), record_of("locks/x", {2, 2}), record_of("locks/y", {3, 3})});
    seen.cases[1].record.compared_with = "locks";
    seen.cases[2].record.compared_with = "locks/x";
    const auto rows = read_markdown(comparison_text(seen));
    EXPECT_THAT(rows.at(1), testing::Contains("locks"));
    EXPECT_THAT(rows.at(2), testing::Contains("x"));
}

TEST(comparison_text, says_when_there_are_too_few_passes) {
    const auto rows = read_markdown(comparison_text(
        result_of({record_of("first", {1, 1, 1, 1, 1}), record_of("other", {2, 2, 2, 2, 2})})));
    EXPECT_THAT(rows.at(1), ElementsAre("other", "2", "-", "-", "too few passes"));
}

TEST(comparison_text, is_empty_where_nothing_can_be_compared) {
    EXPECT_EQ(comparison_text(result{}), "");
    EXPECT_EQ(comparison_text(result_of({record_of("alone", {1, 2, 3})})), "");
    EXPECT_EQ(comparison_text(result_of({record_of("first", {1, 2, 3}), record_of("none", {})})),
              "");
}

TEST(full_text, has_all_its_parts_each_ending_a_line) {
    const result seen = made_up_result();
    const std::string whole = full_text(seen);
    for (const std::string& part :
         {classical_text(seen), case_table(seen), comparison_text(seen), conditions_text(seen),
          environment_text(seen.environment, false)}) {
        EXPECT_TRUE(part.ends_with("\n"));
        EXPECT_NE(whole.find(part), std::string::npos) << part;
    }
    EXPECT_FALSE(full_text(result{}).empty());
}

} // namespace
} // namespace tollgate::report
