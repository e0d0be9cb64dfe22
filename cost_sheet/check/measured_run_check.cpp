// SPDX-License-Identifier: BSL-1.0
#include "compare/measured_run.hpp"
#include "made_up_runs.hpp"

#include <cmath>

#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const fact* fact_called(const std::vector<fact>& facts, const std::string& name) {
    for (const fact& one : facts) {
        if (one.name == name) {
            return &one;
        }
    }
    return nullptr;
}

TEST(measured_run, keeps_the_value_and_each_process) {
    report::result seen = made_up_run(0, {{"a", {10, 11, 12, 20, 22, 24}}});
    for (std::size_t i = 3; i < 6; ++i) {
        seen.cases[0].record.rounds[i].process = 1;
    }
    seen.cases[0] = std::move(seen.cases[0].record); // concludes anew
    const measured_run kept = reduce(seen, false, "x.json");
    EXPECT_EQ(kept.program, "testFiber");
    ASSERT_THAT(kept.cases, SizeIs(1));
    const run_cost& one = kept.cases.at("a").cost;
    ASSERT_THAT(one.process_logs, SizeIs(2));
    EXPECT_NEAR(one.process_logs[0], std::log(11), 1e-12);
    EXPECT_NEAR(one.process_logs[1], std::log(22), 1e-12);
    EXPECT_EQ(kept.cases.at("a").unit, "one operation");
}

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

TEST(measured_run, too_few_rounds_leave_no_interval) {
    EXPECT_FALSE(
        reduce(made_up_run(0, {{"a", {10, 11}}}), false, "").cases.at("a").cost.rounds_half_width);
    const auto width = reduce(made_up_run(0, {{"a", {10, 10, 10, 10, 10, 40}}}), false, "")
                           .cases.at("a")
                           .cost.rounds_half_width;
    ASSERT_TRUE(width);
    EXPECT_NEAR(*width, std::log(4) / 2, 1e-12);
}

TEST(measured_run, what_is_not_above_zero_has_no_ratio) {
    const measured_run kept = reduce(
        made_up_run(0, {{"none", {}}, {"zero", {0, 0, 0}}, {"less", {-1, -2, -3}}, {"more", {1}}}),
        false, "");
    EXPECT_THAT(kept.cases, SizeIs(1));
    EXPECT_THAT(kept.without_ratio, ElementsAre("less", "zero"));
}

TEST(measured_run, a_run_of_nothing_is_empty) {
    EXPECT_THAT(reduce(report::result{}, false, "").cases, IsEmpty());
    EXPECT_THAT(reduce(report::result{}, true, "").cases, IsEmpty());
}

TEST(measured_run, clock_and_build_must_agree_and_nothing_else) {
    for (const fact& one : reduce(made_up_run(0, {}), false, "").facts) {
        EXPECT_EQ(one.must_agree, one.name == "clock" || one.name == "build") << one.name;
    }
}

TEST(measured_run, facts_are_settings_not_what_moves_by_itself) {
    report::result seen = made_up_run(0, {});
    seen.environment = {
        {"governor", environment::condition::ok, "performance", "", "", ""},
        {"clock source", environment::condition::ok, "tsc, 22 ns a reading", "", "", ""},
        {"load", environment::condition::bad, "3.90 for 2 CPUs", "", "", ""}};
    const std::vector<fact> facts = facts_of(seen, false);
    ASSERT_NE(fact_called(facts, "governor"), nullptr);
    EXPECT_EQ(fact_called(facts, "governor")->value, "performance");
    EXPECT_EQ(fact_called(facts, "clock source")->value, "ok");
    EXPECT_EQ(fact_called(facts, "load"), nullptr);
    EXPECT_EQ(fact_called(facts, "kernel")->value, "Linux 6.1");
}

TEST(measured_run, of_a_foreign_file_the_clock_is_not_known) {
    EXPECT_EQ(fact_called(facts_of(made_up_run(0, {}), true), "clock"), nullptr);
}

TEST(arguments_that_matter, are_those_that_change_what_is_measured) {
    EXPECT_EQ(arguments_that_matter({}), "");
    EXPECT_EQ(arguments_that_matter({"--time", "3", "--json", "x.json", "--no-progress"}), "");
    EXPECT_EQ(arguments_that_matter({"--time=3", "8", "--stack-size", "65536", "--quick"}),
              "8 --stack-size 65536");
    EXPECT_EQ(arguments_that_matter({"--cpus", "1,2", "--only"}), "--cpus 1,2");
}

TEST(seconds_of, is_the_moment_whatever_the_zone) {
    EXPECT_EQ(seconds_of("1970-01-01T00:00:00+00:00"), 0);
    EXPECT_EQ(seconds_of("1970-01-02T00:00:01Z"), 86'401);
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35+01:00"), *seconds_of("2026-11-21T21:32:35+00:00"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35-0130"), *seconds_of("2026-11-22T00:02:35Z"));
    EXPECT_EQ(seconds_of("2026-11-21T22:32:35.789Z"), *seconds_of("2026-11-21T22:32:35Z"));
    EXPECT_EQ(made_up_date(0), "2023-11-14T22:13:20+00:00");
}

TEST(seconds_of, what_is_no_date_is_none) {
    for (const char* text :
         {"", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-21",
          "2026-11-21T22:32", "2026-11-21T22:32:3xZ", "2026-11-21T22:32:35*01:00",
          "2026-11-21T22:32:35+1", "-026-11-21T22:32:35Z", "\xff\xff\xff\xff-11-21T22:32:35Z"}) {
        EXPECT_FALSE(seconds_of(text)) << text;
    }
}

} // namespace
} // namespace tollgate::cost_sheet
