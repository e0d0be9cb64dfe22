// SPDX-License-Identifier: BSL-1.0
// The tables of all cases, and of comparisons.
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::report {
namespace {

using ::testing::HasSubstr;

/// The record with reference loops that were fast in `quiet` rounds.
measure::case_record referenced(measure::case_record record, std::size_t quiet) {
    record.cpus = {0};
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].reference_before_ns = 100;
        record.rounds[i].reference_after_ns = i < quiet ? 102 : 150;
    }
    return record;
}

/// Of a count of samples each.
measure::case_record sampled(measure::case_record record,
                             const std::vector<std::pair<std::int64_t, int>>& samples) {
    for (const auto& [value, count] : samples) {
        for (int i = 0; i < count; ++i) {
            record.samples.add(value);
        }
    }
    return record;
}

TEST(case_table, has_a_row_for_each_case) {
    measure::case_record events = one_round_a_pass("event", {10, 10, 10, 10, 10, 10, 100, 100});
    events.valued_by = measure::method::single_events;
    measure::case_record stream = one_round_a_pass("stream", std::vector<double>(8, 27));
    stream.reading_ns = 6; // and 20 are taken off: that is no overhead of reading
    EXPECT_EQ("\n" + case_table(result_of(
                         {sampled(one_round_a_pass("yield", {50, 51, 52, 53, 54, 55, 56}),
                                  {{70, 940}, {110, 60}, {120, 1}}),
                          sampled(one_round_a_pass("fast", std::vector<double>(8, 50)),
                                  {{12, 1500}, {20, 490}, {21, 10}}),
                          sampled(stream, {{1000, 2000}}), one_round_a_pass("slow", {4000, 4100}),
                          one_round_a_pass("wild", {10, 10, 10, 10, 10, 10, 100, 100}), events,
                          one_round_a_pass("none", {})})),
              R"(
| case   | ns/op |       ± |  p50 |  p99 | p99.9 |   max | samples | CPU ns/op | unit of work |
|:-------|------:|--------:|-----:|-----:|------:|------:|--------:|----------:|:-------------|
| yield  |  53.0 |    2.00 | 50.0 | 90.0 |     - | 100.0 |    1001 |      26.5 | one yield    |
| fast   |  50.0 |    0.00 |    - |    - |     - |  1.00 |    2000 |      25.0 | one fast     |
| stream |  27.0 |    0.00 |    - |    - |     - |     - |    2000 |      13.5 | one stream   |
| slow   |  4050 |   635.3 |    - |    - |     - |     - |       - |      2025 | one slow     |
| wild   |  10.0 | > 100 % |    - |    - |     - |     - |       - |      5.00 | one wild     |
| event  |  10.0 |    57.3 |    - |    - |     - |     - |       - |      5.00 | one event    |
| none   |     - |       - |    - |    - |     - |     - |       - |         - | one none     |

)");
    EXPECT_EQ(case_table(result{}), "");
}

TEST(case_table, has_the_quiet_value_if_there_were_reference_loops) {
    result run = result_of(
        {referenced(one_round_a_pass("quiet", {10, 10, 10, 10, 10, 10, 20, 20}), 6),
         referenced(one_round_a_pass("two quiet passes are too few", std::vector<double>(8, 30)),
                    2),
         one_round_a_pass("all", std::vector<double>(8, 40)), one_round_a_pass("none", {})});
    run.speed.fast_ns = {{0, 100}};
    run.speed.loops = 16;
    conclude_anew(run);
    EXPECT_EQ("\n" + case_table(run), R"(
| case                         | ns/op |    ± |      quiet | quiet rounds | p50 | p99 | p99.9 | max | samples | CPU ns/op | unit of work                     |
|:-----------------------------|------:|-----:|-----------:|-------------:|----:|----:|------:|----:|--------:|----------:|:---------------------------------|
| quiet                        |  10.0 | 6.37 | 10.0 ± 0.0 |       75.0 % |   - |   - |     - |   - |       - |      5.00 | one quiet                        |
| two quiet passes are too few |  30.0 | 0.00 |            |              |   - |   - |     - |   - |       - |      15.0 | one two quiet passes are too few |
| all                          |  40.0 | 0.00 |            |              |   - |   - |     - |   - |       - |      20.0 | one all                          |
| none                         |     - |    - |          - |            - |   - |   - |     - |   - |       - |         - | one none                         |

)");
}

measure::case_record against(const std::string& reference, measure::case_record record) {
    record.compared_with = reference;
    return record;
}

TEST(comparison_text, says_which_differences_are_significant) {
    const std::vector<double> equal(9, 100);
    EXPECT_EQ("\n" + comparison_text(result_of(
                         {one_round_a_pass("first", equal),
                          one_round_a_pass("twice", std::vector<double>(9, 200)),
                          one_round_a_pass("close", {99, 99, 99, 99, 101, 101, 101, 101, 102}),
                          one_round_a_pass("wild", {10, 20, 40, 80, 160, 320, 640, 1280, 2560}),
                          one_round_a_pass("short", {200, 200, 200, 200, 200}),
                          against("gone", one_round_a_pass("without reference", equal)),
                          against("twice", one_round_a_pass("none", {}))})),
              R"(
| compared with first | ratio |  from |   to | remark                    |
|:--------------------|------:|------:|-----:|:--------------------------|
| twice               |     2 |     2 |    2 |                           |
| close               | 1.002 | 0.991 | 1.01 | no significant difference |
| wild                |   1.6 |     - |    - | no significant difference |
| short               |     2 |     - |    - | too few passes            |

)");
}

TEST(comparison_text, an_end_of_a_significant_difference_is_not_1) {
    result run;
    run.digest.emplace();
    const stats::interval nearly{0.8, std::nextafter(1, 0), 0.95};
    run.digest->comparisons = {{"a", "first", 0.9, nearly, 6, true},
                               {"b", "first", 0.9, nearly, 6, false}};
    EXPECT_THAT(comparison_text(run), HasSubstr("0.8 | < 1 |"));
    EXPECT_THAT(comparison_text(run), HasSubstr("0.8 |   1 | no significant difference"));
}

TEST(comparison_text, with_several_references_names_them_in_each_row) {
    const std::vector<double> ones(9, 100);
    const std::vector<double> twos(9, 200);
    EXPECT_EQ("\n" + comparison_text(
                         result_of({one_round_a_pass("s/w/by:x/n:2", ones),
                                    against("s/w/by:x/n:2", one_round_a_pass("s/w/by:y/n:2", twos)),
                                    one_round_a_pass("s/w/by:x/n:4", ones),
                                    against("s/w/by:x/n:4", one_round_a_pass("s/w/by:y/n:4", twos)),
                                    one_round_a_pass("locks", ones),
                                    against("locks", one_round_a_pass("locks/x", twos)),
                                    against("locks/x", one_round_a_pass("locks/y", twos))})),
              R"(
| case         | compared with | ratio | from | to | remark                    |
|:-------------|:--------------|------:|-----:|---:|:--------------------------|
| s/w/by:y/n:2 | by:x          |     2 |    2 |  2 |                           |
| s/w/by:x/n:4 | n:2           |     1 |    1 |  1 | no significant difference |
| s/w/by:y/n:4 | by:x          |     2 |    2 |  2 |                           |
| locks        | s/w/by:x/n:2  |     1 |    1 |  1 | no significant difference |
| locks/x      | locks         |     2 |    2 |  2 |                           |
| locks/y      | x             |     1 |    1 |  1 | no significant difference |

)");
}

TEST(comparison_text, names_a_single_reference_in_the_title) {
    const std::vector<double> ones(9, 100);
    EXPECT_THAT(comparison_text(result_of({against("a", one_round_a_pass("first", ones)),
                                           against("a", one_round_a_pass("a", ones))})),
                HasSubstr("| compared with a |"));
}

TEST(comparison_text, is_empty_if_nothing_can_be_compared) {
    EXPECT_EQ(comparison_text(result{}), "");
    EXPECT_EQ(comparison_text(result_of({one_round_a_pass("alone", {1, 2, 3})})), "");
    EXPECT_EQ(comparison_text(
                  result_of({one_round_a_pass("first", {1, 2, 3}), one_round_a_pass("none", {})})),
              "");
}

TEST(full_text, has_all_its_parts_in_their_order) {
    const result run = fake_result();
    EXPECT_EQ(full_text(run), case_table(run) + comparison_text(run) + clock_pair_text(run) +
                                  conditions_text(run) + environment_text(run.environment, false));
    EXPECT_FALSE(full_text(result{}).empty());
}

} // namespace
} // namespace tollgate::report
