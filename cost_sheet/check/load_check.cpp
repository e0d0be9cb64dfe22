// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"
#include "results.hpp"

#include <tollgate/report/json.hpp>
#include <tollgate/testing/temporary_folder.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

namespace tollgate::cost_sheet {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Two rounds a pass, each with samples.
measure::case_record record_of(const std::string& name, std::size_t rounds) {
    measure::case_record record;
    record.key = name;
    record.unit = "one operation";
    for (std::size_t i = 0; i < rounds; ++i) {
        measure::case_round round;
        round.process = i / 2;
        round.round = i;
        round.operations = 1000;
        round.value_ns = 10 + 0.01 * static_cast<double>(i % 7);
        round.fit = {5, round.value_ns};
        if (i % 10 == 3) {
            round.disturbances = {"steal 2 ticks", "throttled 1 period"};
        }
        record.rounds.push_back(round);
        for (int sample = 0; sample < 100; ++sample) {
            record.samples.add(15 + sample % 10);
        }
    }
    return record;
}

report::result result_with(const std::string& program, std::size_t rounds = 20) {
    report::result run;
    run.about.program = program;
    run.cases = {record_of(program + "/one", rounds), record_of(program + "/two", rounds)};
    run.controls = {run.cases.front()};
    run.rounds = rounds;
    run.passes = (rounds + 1) / 2;
    return run;
}

results loaded(const report::result& run, purpose wanted = purpose::terminal) {
    const testing::temporary_folder folder;
    return load({folder.write("one.json", report::to_json(run))}, wanted);
}

/// The details of a case for a page.
nlohmann::json details_of(const case_row& row) {
    return nlohmann::json::parse("{" + row.details.substr(row.details.empty() ? 0 : 1) + "}");
}

case_row row_of(const measure::case_record& record, purpose wanted) {
    report::result run;
    run.cases = {record};
    results all;
    add_file(run, false, "one.json", wanted, all);
    return all.cases.at(0);
}

TEST(load, keeps_the_figures_of_a_row_and_its_details_for_a_page) {
    const results figures = loaded(result_with("a"));
    EXPECT_EQ(figures.cases.at(0).details, "");
    EXPECT_TRUE(figures.files[0].noise_floor);
    const results all = loaded(result_with("a"), purpose::page);
    const case_row& row = all.cases.at(0);
    EXPECT_EQ(row.key().name(), "a/one");
    EXPECT_NEAR(row.ns(), 10.03, 0.001);
    EXPECT_TRUE(row.cost.ns.range && row.cost.ns.range->contains(row.ns()));
    EXPECT_EQ(row.summary.rounds, 20U);
    EXPECT_THAT(row.record.rounds, IsEmpty());
    EXPECT_TRUE(row.p99_ns());
    EXPECT_FALSE(row.summary.percentiles[3].corrected_ns) << "p99.9 of 2,000 samples";
    const nlohmann::json details = details_of(row);
    EXPECT_EQ(details["history"]["v"].size(), 20U);
    EXPECT_FALSE(details["history"].contains("thinned"));
    EXPECT_EQ(details["history"]["d"], nlohmann::json({{3, 0}, {13, 0}}));
    EXPECT_EQ(details["history"]["why"], nlohmann::json({"steal 2 ticks, throttled 1 period"}));
    const nlohmann::json& curve = details["curve"];
    for (std::size_t i = 1; i < curve.size(); ++i) {
        EXPECT_LT(curve[i][0], curve[i - 1][0]);
        EXPECT_GE(curve[i][1], curve[i - 1][1]);
        EXPECT_GE(curve[i][0].get<double>() * 2000, 10) << "ten samples lie beyond";
    }
}

TEST(load, a_difference_over_all_rounds_counts_although_most_rounds_show_none) {
    report::result run = result_with("a", 30);
    for (std::vector<measure::case_result>* cases : {&run.cases, &run.controls}) {
        for (measure::case_result& each : *cases) {
            for (measure::case_round& round : each.record.rounds) {
                round.process = round.round / 3;
                round.value_ns *= &each == &run.cases[1] && round.round % 3 == 2 ? 40 : 1;
            }
        }
    }
    run.passes = 10;
    ASSERT_TRUE(run.comparisons().at(0).resolved);
    EXPECT_EQ(loaded(run).cases.at(1).no_difference_from, "");
}

TEST(load, a_digest_shows_the_same_as_its_file_except_rounds) {
    const testing::temporary_folder folder;
    const report::result run = result_with("a");
    const results whole = loaded(run, purpose::page);
    const results kept = load({folder.write("digest.json", report::to_digest(run))}, purpose::page);
    const case_row& row = kept.cases.at(1);
    const case_row& other = whole.cases.at(1);
    EXPECT_EQ(row.ns(), other.ns());
    EXPECT_EQ(row.cost.ns.range, other.cost.ns.range);
    EXPECT_EQ(row.p99_ns(), other.p99_ns());
    EXPECT_EQ(row.summary.disturbed_rounds, other.summary.disturbed_rounds);
    EXPECT_EQ(row.cost.noise_floor, other.cost.noise_floor);
    ASSERT_EQ(row.cost.passes.size(), 10U);
    EXPECT_EQ(row.cost.logs_of(false), other.cost.logs_of(false));
    EXPECT_EQ(details_of(row)["curve"], details_of(other)["curve"]);
    EXPECT_FALSE(details_of(row).contains("history"));
    EXPECT_TRUE(kept.files[0].digested);
    EXPECT_FALSE(whole.files[0].digested);
    EXPECT_EQ(kept.files[0].noise_floor, whole.files[0].noise_floor);
    EXPECT_EQ(kept.files[0].passes, 10U);
}

TEST(load, a_long_history_is_thinned_and_keeps_disturbed_rounds) {
    const nlohmann::json history =
        details_of(row_of(record_of("a/one", 400), purpose::page))["history"];
    EXPECT_EQ(history["thinned"], true);
    EXPECT_LE(history["v"].size(), most_rounds);
    EXPECT_EQ(history["d"].size(), 40U) << "each of them";
}

TEST(load, warns_of_shared_repeated_and_missing_cases) {
    const testing::temporary_folder folder;
    const std::string one = folder.write("one.json", report::to_json(result_with("a")));
    const std::string two = folder.write("two.json", report::to_json(result_with("a")));
    const results all = load({one, two}, purpose::terminal);
    EXPECT_THAT(all.warnings, ElementsAre(HasSubstr("2 of its cases are in " + one + " as well")));
    EXPECT_EQ(all.files[0].label, one);
    EXPECT_EQ(load({one}, purpose::terminal).files[0].label, "a");
    report::result odd = result_with("a");
    odd.failures = {"nothing was noticed"};
    odd.cases[1].record.failures = {"an operation was lost"};
    EXPECT_THAT(loaded(odd).files[0].failures,
                ElementsAre("nothing was noticed", "an operation was lost"));
    odd.cases.push_back(odd.cases.front());
    EXPECT_THAT(loaded(odd).warnings, ElementsAre(HasSubstr("have the name of another one")));
    EXPECT_THAT(loaded(result_with("a", 0)).warnings,
                ElementsAre(HasSubstr("no case in it has a value")));
}

TEST(load, reads_a_file_of_google_benchmark) {
    const testing::temporary_folder folder;
    const results all =
        load({folder.write("g.json", R"({"context":{"executable":"./sort"},"benchmarks":[)"
                                     R"({"name":"BM_sort/8","real_time":3,"time_unit":"us"}]})")},
             purpose::page);
    ASSERT_EQ(all.cases.size(), 1U);
    EXPECT_TRUE(all.files[0].foreign);
    EXPECT_EQ(all.files[0].label, "sort");
    EXPECT_FALSE(all.files[0].partial());
    EXPECT_FALSE(all.files[0].noise_floor);
    EXPECT_EQ(all.cases[0].ns(), 3000);
    EXPECT_FALSE(all.cases[0].cost.ns.range);
}

/// With reference loops, fast in the first three of four rounds.
report::result quiet_result() {
    report::result run = result_with("a");
    run.speed.fast_ns = {{0, 100}};
    run.speed.loops = 40;
    run.speed.fast_share = 0.75;
    for (std::vector<measure::case_result>* all : {&run.cases, &run.controls}) {
        for (measure::case_result& result : *all) {
            result.record.cpus = {0};
            for (std::size_t i = 0; i < result.record.rounds.size(); ++i) {
                const bool slow = i % 4 == 3;
                result.record.rounds[i].reference_before_ns = 100;
                result.record.rounds[i].reference_after_ns = slow ? 150 : 101;
                result.record.rounds[i].value_ns += slow ? 0.1 : 0;
            }
        }
    }
    return run;
}

TEST(load, knows_whether_a_value_is_of_quiet_rounds) {
    const results all = loaded(quiet_result());
    ASSERT_TRUE(all.cases[0].cost.quiet());
    EXPECT_EQ(all.cases[0].summary.quiet_rounds, 15U);
    EXPECT_NEAR(all.cases[0].cost.estimate_of(true).value, 10.055, 0.01);
    EXPECT_EQ(all.files[0].passes, 10U);
    EXPECT_FALSE(loaded(result_with("b")).cases[0].cost.quiet());
}

TEST(load, a_curve_is_as_read_where_the_overhead_cannot_be_subtracted) {
    measure::case_record record = record_of("a/one", 20);
    record.samples = {};
    for (int i = 0; i < 1000; ++i) {
        record.samples.add(60 + i % 10);
    }
    nlohmann::json details = details_of(row_of(record, purpose::page));
    EXPECT_FALSE(details.contains("as_read"));
    EXPECT_LT(details["curve"][0][1], 60);
    record.reading_ns = 1; // and the overhead is 5 ns
    details = details_of(row_of(record, purpose::page));
    EXPECT_EQ(details["as_read"], 1);
    EXPECT_GE(details["curve"][0][1], 60);
}

TEST(load, a_case_has_the_noise_floor_of_its_kind) {
    report::result run = result_with("a");
    run.cases[1].record.threads = 2;
    run.controls.emplace_back(run.cases[1].record);
    for (measure::case_round& round : run.controls[1].record.rounds) {
        round.value_ns *= round.process % 2 == 0 ? 0.8 : 1.25;
    }
    const results all = loaded(run);
    EXPECT_EQ(all.cases[0].cost.noise_floor, 0);
    ASSERT_TRUE(all.cases[1].cost.noise_floor);
    EXPECT_GT(*all.cases[1].cost.noise_floor, 0.1);
    EXPECT_EQ(all.files[0].noise_floor, all.cases[1].cost.noise_floor) << "the largest";
}

} // namespace
} // namespace tollgate::cost_sheet
