// SPDX-License-Identifier: BSL-1.0
// The rows of a run for comparisons, and the pairs of runs.
#include "compare/comparison.hpp"
#include "fake_runs.hpp"

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <deque>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// Six passes, each with a quiet round of 10 ns and a slow round of 20 ns.
report::result half_quiet_run() {
    report::result run = fake_run(0, {{"a", {10, 20, 10, 20, 10, 20, 10, 20, 10, 20, 10, 20}}});
    measure::case_record record = run.cases[0].record;
    record.cpus = {0};
    for (std::size_t i = 0; i < record.rounds.size(); ++i) {
        record.rounds[i].process = i / 2;
        record.rounds[i].reference_before_ns = 100;
        record.rounds[i].reference_after_ns = i % 2 == 0 ? 100 : 150;
    }
    run.speed.fast_ns = {{0, 100}};
    measure::case_summary summary = measure::summarize(record, run.speed);
    run.cases[0] = {std::move(record), std::move(summary)};
    return run;
}

results rows_of(const report::result& run) {
    results all;
    add_file(run, false, "x.json", purpose::comparison, all);
    return all;
}

TEST(rows_to_compare, a_quiet_cost_keeps_all_rounds_too) {
    const report::result run = half_quiet_run();
    const measured_cost whole = rows_of(run).cases.at(0).cost;
    EXPECT_TRUE(whole.quiet());
    EXPECT_NEAR(whole.ns.value, 10, 1e-9);
    EXPECT_NEAR(whole.estimate_of(true).value, 15, 1e-9);
    ASSERT_THAT(whole.logs_of(true), SizeIs(6));
    EXPECT_NEAR(whole.logs_of(true)[5], std::log(15), 1e-9);
    const measured_cost digested =
        rows_of(report::read_json(report::to_digest(run))).cases.at(0).cost;
    EXPECT_NEAR(digested.estimate_of(true).value, 15, 1e-9);
    EXPECT_EQ(digested.logs_of(true), whole.logs_of(true)) << "it is compared like its file";
    EXPECT_EQ(rows_of(report::read_json(report::to_digest(run))).files[0].reference_logs,
              rows_of(run).files[0].reference_logs);
    EXPECT_FALSE(rows_of(fake_run(0, {{"a", {10, 11}}})).cases.at(0).cost.quiet());
}

TEST(rows_to_compare, names_and_leaves_out_values_up_to_zero_and_repeated_names) {
    report::result run = fake_run(
        0, {{"none", {}}, {"zero", {0, 0, 0}}, {"less", {-1, -2, -3}}, {"more", {1}}, {"zz", {2}}});
    run.cases.push_back(run.cases.back());
    run.cases.push_back(run.cases.back());
    const side loaded = fake_side("x", {run});
    EXPECT_THAT(left_out_lines(loaded, loaded.files[0]),
                UnorderedElementsAre("x/0: less is not above zero, left out",
                                     "x/0: zz is in the file more than once, left out",
                                     "x/0: zero is not above zero, left out"));
}

TEST(rows_to_compare, reference_loops_are_the_mean_of_each_pass_without_latency_cases) {
    report::result run = half_quiet_run();
    const std::vector<double> logs = rows_of(run).files[0].reference_logs;
    ASSERT_THAT(logs, SizeIs(6));
    EXPECT_NEAR(logs[0], std::log(112.5), 1e-12);
    run.cases[0].record.latency_of = {0, 1};
    EXPECT_THAT(rows_of(run).files[0].reference_logs, IsEmpty());
}

TEST(seconds_of, is_the_moment_in_every_time_zone) {
    EXPECT_EQ(seconds_of("1970-01-01T00:00:00+00:00"), 0);
    EXPECT_EQ(seconds_of("1970-01-02T00:00:01Z"), 86'401);
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35+01:00"), *seconds_of("2026-11-21T21:32:35+00:00"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35-0130"), *seconds_of("2026-11-22T00:02:35Z"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35.789Z"), *seconds_of("2026-11-21T22:32:35Z"));
}

TEST(seconds_of, is_absent_without_a_date) {
    for (const char* text :
         {"", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-21",
          "2026-11-21T22:32", "2026-11-21T22:32:3xZ", "2026-11-21T22:32:35*01:00",
          "2026-11-21T22:32:35+1", "-026-11-21T22:32:35Z", "\xff\xff\xff\xff-11-21T22:32:35Z"}) {
        EXPECT_FALSE(seconds_of(text)) << text;
    }
}

class pairing : public ::testing::Test {
protected:
    /// Whether runs of these seconds are pairs. A negative second means no date.
    bool are_pairs(const std::vector<std::int64_t>& before,
                   const std::vector<std::int64_t>& after) {
        return !interleaved_pairs({at(before), at(after)}).empty();
    }
    run_list at(const std::vector<std::int64_t>& seconds) {
        run_list runs;
        for (const std::int64_t second : seconds) {
            kept.emplace_back();
            kept.back().path = fmt::format("{}/{}.json", kept.size(), runs.size());
            kept.back().about.date = second < 0 ? "" : fake_date(second);
            runs.push_back(&kept.back());
        }
        return runs;
    }

    std::deque<result_file> kept;
};

TEST_F(pairing, interleaved_runs_are_pairs_in_any_order) {
    EXPECT_TRUE(are_pairs({8, 3, 4, 7, 0, 11}, {9, 2, 5, 6, 1, 10}));
    EXPECT_TRUE(are_pairs({0, 2, 4, 6, 8, 10, 12}, {1, 3, 5, 7, 9, 11})) << "short of one";
    EXPECT_FALSE(are_pairs({8, 3, 4, 7, 0, 11}, {1, 2, 5, 6, 9, 10})) << "other names";
}

TEST_F(pairing, a_run_without_partner_does_not_change_other_pairs) {
    run_list before = at({0, 3, 4, 7, 8, 11, 12, 15});
    run_list after = at({1, 2, 5, 6, 9, 10, 13, 14});
    const run_pairs all = interleaved_pairs({before, after});
    ASSERT_THAT(all, SizeIs(8));
    before.erase(before.begin() + 1);
    after.erase(after.begin() + 5);
    EXPECT_THAT(interleaved_pairs({before, after}),
                ElementsAre(all[0], all[2], all[3], all[4], all[6], all[7]));
    after.push_back(after.back());
    EXPECT_THAT(interleaved_pairs({before, after}), IsEmpty()) << "two of one name";
}

TEST_F(pairing, few_runs_and_useless_dates_make_no_pairs) {
    EXPECT_FALSE(are_pairs({0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}));
    EXPECT_FALSE(are_pairs({0, 1, 4, 5, 8, 9}, {2, 3, 6, 7, 10, 11}));
    EXPECT_FALSE(are_pairs({0, 2, 4, 6, 8}, {1, 3, 5, 7, 9}));
    EXPECT_FALSE(are_pairs({}, {}));
    EXPECT_FALSE(are_pairs({0, 2, 4, 6, 8, -1}, {1, 3, 5, 7, 9, 11}));
    EXPECT_FALSE(are_pairs({7, 7, 7, 7, 7, 7}, {7, 7, 7, 7, 7, 7}));
}

} // namespace
} // namespace tollgate::cost_sheet
