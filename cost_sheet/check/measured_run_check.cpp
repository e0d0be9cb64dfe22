// SPDX-License-Identifier: BSL-1.0
// What comparisons make of a run, and which runs are pairs.
#include "compare/common_text.hpp"
#include "compare/measured_run.hpp"
#include "compare/own_error.hpp"
#include "compare/pairing.hpp"
#include "compare/speed_marks.hpp"
#include "made_up_runs.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <deque>
#include <limits>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// In six passes of a quiet round of 10 ns and a slow one of 20.
report::result half_quiet_run() {
    report::result seen = made_up_run(0, {{"a", {10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 10, 20}}});
    measure::case_record record = seen.cases[0].record;
    record.cpus = {0};
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].process = i / 2;
        record.rounds[i].reference_before_ns = 100;
        record.rounds[i].reference_after_ns = i % 2 == 0 ? 100 : 150;
    }
    seen.speed.fast_ns = {{0, 100}};
    measure::case_summary summary = measure::summarize(record, seen.speed);
    seen.cases[0] = {std::move(record), std::move(summary)};
    return seen;
}

TEST(measured_run, of_a_quiet_value_all_rounds_are_kept_too) {
    const report::result seen = half_quiet_run();
    const run_case whole = reduce(seen, false, "").cases.at("a");
    EXPECT_NEAR(whole.cost.value_ns, 10, 1e-9);
    EXPECT_NEAR(whole.as_it_is().value_ns, 15, 1e-9);
    ASSERT_THAT(whole.as_it_is().process_logs, SizeIs(6));
    EXPECT_NEAR(whole.as_it_is().process_logs[5], std::log(15), 1e-9);
    const run_case digested =
        reduce(report::read_json(report::to_digest(seen)), false, "").cases.at("a");
    EXPECT_NEAR(digested.as_it_is().value_ns, 15, 1e-9);
    EXPECT_THAT(digested.as_it_is().process_logs, SizeIs(1)) << "its passes are not in it";
    const run_case plain = reduce(made_up_run(0, {{"a", {10, 11}}}), false, "").cases.at("a");
    EXPECT_FALSE(plain.of_all);
    EXPECT_EQ(&plain.as_it_is(), &plain.cost);
}

TEST(measured_run, of_a_digest_is_that_of_its_file) {
    const report::result seen = made_up_run(0, {{"a", {10, 11, 12, 20, 22, 24}}, {"b", {5, 6}}});
    const measured_run whole = reduce(seen, false, "x.json");
    const measured_run kept = reduce(report::read_json(report::to_digest(seen)), false, "x.json");
    ASSERT_EQ(kept.cases.size(), whole.cases.size());
    for (const auto& [name, one] : whole.cases) {
        const run_cost& other = kept.cases.at(name).cost;
        EXPECT_EQ(one.cost.value_ns, other.value_ns);
        EXPECT_EQ(one.cost.range, other.range);
        EXPECT_EQ(one.cost.process_logs, other.process_logs);
        EXPECT_EQ(one.cost.rounds_half_width, other.rounds_half_width);
        EXPECT_EQ(one.noise_floor, kept.cases.at(name).noise_floor);
    }
}

TEST(measured_run, what_is_not_above_zero_has_no_ratio) {
    const measured_run kept = reduce(
        made_up_run(0, {{"none", {}}, {"zero", {0, 0, 0}}, {"less", {-1, -2, -3}}, {"more", {1}}}),
        false, "");
    EXPECT_THAT(kept.cases, SizeIs(1));
    EXPECT_THAT(kept.without_ratio, ElementsAre("less", "zero"));
}

TEST(seconds_of, is_the_moment_whatever_the_zone) {
    EXPECT_EQ(seconds_of("1970-01-01T00:00:00+00:00"), 0);
    EXPECT_EQ(seconds_of("1970-01-02T00:00:01Z"), 86'401);
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35+01:00"), *seconds_of("2026-11-21T21:32:35+00:00"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35-0130"), *seconds_of("2026-11-22T00:02:35Z"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35.789Z"), *seconds_of("2026-11-21T22:32:35Z"));
}

TEST(seconds_of, what_is_no_date_is_none) {
    for (const char* text :
         {"", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-21",
          "2026-11-21T22:32", "2026-11-21T22:32:3xZ", "2026-11-21T22:32:35*01:00",
          "2026-11-21T22:32:35+1", "-026-11-21T22:32:35Z", "\xff\xff\xff\xff-11-21T22:32:35Z"}) {
        EXPECT_FALSE(seconds_of(text)) << text;
    }
}

class own_error_of_runs : public ::testing::Test {
protected:
    /// A run with one case and these logarithms, one for each process.
    const measured_run* run(const std::vector<double>& logs) {
        kept.emplace_back();
        run_cost& one = kept.back().cases["a"].cost;
        one.value_ns = std::exp(logs.front());
        one.process_logs = logs;
        one.rounds_half_width = 0.196;
        return &kept.back();
    }

    std::deque<measured_run> kept;
};

// Variance 5/2 of five values: 1/2 of their mean.
TEST_F(own_error_of_runs, of_one_run_is_that_of_its_processes_and_of_several_that_of_the_runs) {
    const own_error found = own_error_of({run({1, 2, 3, 4, 5})}, "a");
    EXPECT_TRUE(found.replicated);
    EXPECT_NEAR(found.log, 3, 1e-12);
    EXPECT_NEAR(found.variance, 0.5, 1e-12);
    EXPECT_EQ(found.degrees, 4);
    const own_error of_runs =
        own_error_of({run({1, 9}), run({2, 9}), run({3, 9}), run({4, 9}), run({5, 9})}, "a");
    EXPECT_NEAR(of_runs.log, 3, 1e-12);
    EXPECT_NEAR(of_runs.variance, 0.5, 1e-12);
}

TEST_F(own_error_of_runs, of_a_ratio_is_welch_s) {
    const own_error found = own_error_of({"a", {run({1, 2, 3, 4, 5})}, {run({5, 6, 7, 8, 9})}});
    EXPECT_NEAR(found.log, 4, 1e-12);
    EXPECT_NEAR(found.variance, 1, 1e-12);
    EXPECT_NEAR(found.degrees, 8, 1e-12);
    EXPECT_TRUE(found.replicated);
    EXPECT_FALSE(own_error_of({"a", {run({1, 2, 3, 4, 5})}, {run({5})}}).replicated);
}

TEST_F(own_error_of_runs, of_a_quiet_value_beside_one_that_is_not_is_as_it_is) {
    const measured_run* quiet = run({1, 2, 3, 4, 5});
    run_case& one = kept.back().cases["a"];
    one.of_all = one.cost;
    one.of_all->process_logs = {11, 12, 13, 14, 15};
    EXPECT_NEAR(own_error_of({"a", {quiet}, {quiet}}).log, 0, 1e-12);
    const measured_run* other = run({21, 22, 23, 24, 25});
    EXPECT_NEAR(own_error_of({"a", {quiet}, {other}}).log, 10, 1e-12);
    EXPECT_NEAR(own_error_of({"a", {other}, {quiet}}).log, -10, 1e-12);
    EXPECT_TRUE(only_partly_quiet({quiet, other}, "a"));
    EXPECT_FALSE(only_partly_quiet({quiet, quiet}, "a"));
    EXPECT_FALSE(only_partly_quiet({other, other}, "a"));
}

TEST(judge_speed, compares_the_marks_with_the_rows_and_believes_decisive_ones_alone) {
    EXPECT_EQ(judge_speed(1.5, {}), machine_speed::unknown);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.01}, {"b", 0.99}}), machine_speed::unseen);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"b", 1.45}}), machine_speed::moved);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"b", 1}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.22}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(1.5, {{"a", 0.67}}), machine_speed::undecided);
    EXPECT_EQ(judge_speed(0.67, {{"a", 0.66}}), machine_speed::moved);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1}, {"r", 1.5, true}}), machine_speed::moved);
    EXPECT_EQ(judge_speed(1.5, {{"a", 1.5}, {"r", 1, true}}), machine_speed::same);
}

TEST(common_text, is_one_line_that_says_whose_movement_it_is) {
    common_movement found;
    found.ratio = 1.5;
    found.range = {1.48, 1.52, 0.95};
    found.moved = true;
    found.marks = {{"the reference loop", 1, true}};
    found.speed = machine_speed::same;
    EXPECT_EQ(common_text(found),
              "all rows × 1.500 ± 0.020, the reference loop × 1.00: not the machine's own speed, "
              "but a neighbour may slow rows that are not quiet\n");
    found.speed = machine_speed::moved;
    EXPECT_THAT(common_text(found), HasSubstr("which moved with them: the machine's speed"));
    found.speed = machine_speed::undecided;
    EXPECT_THAT(common_text(found), HasSubstr("cannot be told"));
    found.speed = machine_speed::unknown;
    EXPECT_THAT(common_text(found), HasSubstr("state no mark"));
    found.made = difference::manner::interleaved;
    EXPECT_EQ(common_text(found), "all rows × 1.500 ± 0.020, pair by pair\n");
    found.range = {0.0003, 7000, 0.95};
    EXPECT_THAT(common_text(found), HasSubstr("scatter so much"));
}

class pairing : public ::testing::Test {
protected:
    /// Runs begun at these seconds; a negative one has no date.
    run_list at(const std::vector<std::int64_t>& seconds) {
        run_list made;
        for (const std::int64_t second : seconds) {
            kept.emplace_back();
            if (second >= 0) {
                kept.back().date_s = second;
            }
            made.push_back(&kept.back());
        }
        return made;
    }

    std::deque<measured_run> kept;
};

TEST_F(pairing, runs_that_take_turns_are_pairs_in_any_order) {
    const auto pairs = pair_in_time(at({8, 3, 4, 7, 0, 11}), at({1, 2, 5, 10, 9, 6}));
    ASSERT_TRUE(pairs);
    ASSERT_EQ(pairs->size(), 6U);
    EXPECT_EQ(pairs->front().first->date_s, 0);
    EXPECT_EQ(pairs->front().second->date_s, 1);
    EXPECT_EQ(pairs->at(1).first->date_s, 3);
    EXPECT_EQ(pairs->at(1).second->date_s, 2);
    const auto short_of_one = pair_in_time(at({0, 2, 4, 6, 8, 10, 12}), at({1, 3, 5, 7, 9, 11}));
    ASSERT_TRUE(short_of_one);
    EXPECT_EQ(short_of_one->size(), 6U);
}

TEST_F(pairing, few_runs_or_dates_that_say_nothing_make_no_pairs) {
    EXPECT_FALSE(pair_in_time(at({0, 1, 2, 3, 4, 5}), at({6, 7, 8, 9, 10, 11})));
    EXPECT_FALSE(pair_in_time(at({0, 1, 4, 5, 8, 9}), at({2, 3, 6, 7, 10, 11})));
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8}), at({1, 3, 5, 7, 9})));
    EXPECT_FALSE(pair_in_time({}, {}));
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8, 10, 12, 14}), at({1, 3, 5, 7, 9, 11})));
    EXPECT_FALSE(pair_in_time(at({0, 2, 4, 6, 8, -1}), at({1, 3, 5, 7, 9, 11})));
    EXPECT_FALSE(pair_in_time(at({7, 7, 7, 7, 7, 7}), at({7, 7, 7, 7, 7, 7})));
}

} // namespace
} // namespace tollgate::cost_sheet
