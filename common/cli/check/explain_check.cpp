// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/program.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/run/explain_case.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

tokens explaining(const std::string& name, const tokens& more = {}) {
    tokens arguments{"--explain", name, "--time", "3", "--no-progress"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

TEST(explain_case, finds_the_delay_that_an_intervention_leaves_out) {
    const temporary_folder place;
    const captured_output output =
        run(explaining("nothing/second", {"--conduct", "slow", "--under", "delay=none,placebo=1",
                                          "--json", place / "file"}));
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_EQ(output.err, "");
    EXPECT_THAT(
        output.out,
        AllOf(StartsWith("nothing/second costs 30.0 ± 0.0 ns.\n  − 20.0 ± 0.0 ns   delay=none: "
                         "it is left out\n  left 10.0 ± 0.0 ns\n"),
              HasSubstr("\nno significant difference with: placebo=1\n"),
              HasSubstr("\n--settings prints "), Not(HasSubstr("do:    leave it"))));
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.explanation);
    const explain::explanation& found = *read.explanation;
    EXPECT_EQ(found.of.name(), "nothing/second");
    EXPECT_NEAR(found.cost_ns.value, 30, 0.001);
    ASSERT_EQ(found.changes.size(), 2U);
    EXPECT_EQ(std::ranges::count_if(found.changes, &explain::change::is_confirmed), 1);
    EXPECT_GE(found.passes_to_confirm, measure::fewest_passes);
}

TEST(explain_case, prints_the_settings_for_production_on_request) {
    const captured_output output = run(
        explaining("nothing/second", {"--conduct", "slow", "--under", "delay=none", "--settings"}));
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out, AllOf(HasSubstr("\ndelay=none: leaving it out\n    do:    leave it\n"),
                                  Not(HasSubstr("--settings"))));
}

TEST(explain_case, prints_all_remarks_with_wide) {
    program description = fake::describe();
    description.self_checks_not_made = [](const report::result&) {
        tokens remarks;
        for (int i = 1; i <= 20; ++i) {
            remarks.push_back("remark number " + std::to_string(i));
        }
        return remarks;
    };
    const auto printed = [&](tokens more) {
        more.insert(more.end(), {"--passes", "1", "--under", "placebo=1"});
        return run(explaining("nothing/first", more), description).out;
    };
    EXPECT_THAT(printed({"--wide"}),
                AllOf(HasSubstr("remark number 20\n"), Not(HasSubstr("--wide prints"))));
    EXPECT_THAT(printed({}), HasSubstr("--wide prints"));
}

/// The environment's verdict "load" after this change was explained.
environment::verdict verdict_after(const explain::change& change) {
    report::result found;
    found.environment = {{"load", environment::condition::ok, "", "", "", "", 0, ""}};
    found.explanation.emplace().of = "nothing/second";
    found.explanation->changes = {change};
    run::note_cost_of_verdicts(found);
    return found.environment.front();
}

TEST(environment_verdict, has_the_figure_of_a_confirmed_change_that_concerns_it) {
    using outcome = explain::change::outcome;
    explain::change change;
    change.verdict = "load";
    change.in_production.command = "a fix";
    change.takes_off_ns = {20, {}};
    change.result = outcome::confirmed;
    const environment::verdict with = verdict_after(change);
    EXPECT_EQ(with.state, environment::condition::bad);
    EXPECT_EQ(with.measured_ns, 20);
    EXPECT_EQ(with.measured_of, "nothing/second");
    EXPECT_EQ(with.fix, "a fix");
    for (const auto& spoil : std::vector<std::function<void(explain::change&)>>{
             [](explain::change& effect) { effect.result = outcome::once; },
             [](explain::change& effect) {
                 effect.hold.result = explain::hold_check::verdict::failed;
             },
             [](explain::change& effect) { effect.takes_off_ns.value = -20; },
             [](explain::change& effect) { effect.is_alternative = true; },
             [](explain::change& effect) { effect.verdict = "idle states"; },
             [](explain::change& effect) { effect.verdict = {}; }}) {
        explain::change left_out = change;
        spoil(left_out);
        EXPECT_EQ(verdict_after(left_out).measured_ns, 0);
        EXPECT_EQ(verdict_after(left_out).state, environment::condition::ok);
    }
}

TEST(explain_case, spends_the_time_on_the_same_variants_if_no_change_makes_a_difference) {
    const temporary_folder place;
    const captured_output output = run(
        explaining("nothing/first", {"--under", "placebo=1,placebo=2", "--json", place / "file"}));
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out,
                AllOf(HasSubstr("no change made a difference"),
                      HasSubstr("no significant difference with: placebo=1, placebo=2\n"),
                      Not(HasSubstr("--settings"))));
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.explanation);
    EXPECT_EQ(read.explanation->passes_to_confirm, 0U);
    EXPECT_EQ(read.explanation->passes, read.passes);
    EXPECT_GT(read.passes, measure::default_passes);
    ASSERT_EQ(read.cases.size(), 3U);
    for (const measure::case_result& result : read.cases) {
        EXPECT_EQ(result.summary.passes, read.passes) << result.record.key.name();
    }
}

TEST(explain_case, tries_all_interventions_and_leaves_the_calling_thread_as_it_was) {
    const measure::scheduling before = measure::scheduling_of_this_thread();
    EXPECT_EQ(run(explaining("nothing/first", {"--passes", "1"})).code, 0);
    EXPECT_EQ(measure::scheduling_of_this_thread(), before);
}

TEST(explain_case, exits_with_one_after_a_failed_self_check) {
    const measure::scheduling before = measure::scheduling_of_this_thread();
    for (const char* passes : {"1", "9"}) {
        const captured_output output =
            run(explaining("nothing/second",
                           {"--conduct", "wrong", "--under", "policy=batch", "--passes", passes}));
        EXPECT_EQ(output.code, 1);
        EXPECT_THAT(output.out, HasSubstr("a turn was lost"));
    }
    EXPECT_EQ(measure::scheduling_of_this_thread(), before);
}

TEST(explain_case, lists_an_alternative_apart_from_changes) {
    const captured_output output =
        run(explaining("nothing/second", {"--conduct", "slow", "--under", "place=one"}));
    EXPECT_EQ(output.code, 0) << output.err;
    EXPECT_THAT(output.out, AllOf(HasSubstr("\ninstead: place=one costs 10.0 ± 0.0 ns\n"),
                                  Not(HasSubstr("left 10"))));
}

TEST(explain_case, refuses_impossible_requests_in_one_line) {
    const temporary_folder place;
    const std::string file = place / "result.json";
    const auto message = [&](int code, tokens arguments) {
        arguments.insert(arguments.end(), {"--json", file});
        const captured_output output = run(arguments);
        EXPECT_EQ(output.code, code) << output.err;
        EXPECT_EQ(output.out, "");
        EXPECT_EQ(std::count(output.err.begin(), output.err.end(), '\n'), 1) << output.err;
        return output.err;
    };
    EXPECT_THAT(message(2, explaining("nothing/fourth")),
                AllOf(HasSubstr("--explain: 'nothing/fourth'"), HasSubstr("--list --all")));
    EXPECT_THAT(message(2, explaining("")), HasSubstr("--explain: ''"));
    EXPECT_THAT(message(3, explaining("nothing/third")),
                AllOf(HasSubstr("nothing/third"), HasSubstr("there is no third")));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "luck=more"})),
                AllOf(HasSubstr("--under: 'luck=more'"), HasSubstr("delay=none")));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "a+b"})), HasSubstr("'a+b'"));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "placebo="})),
                HasSubstr("--under: 'placebo=' is not an intervention"));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "luck=-10"})),
                HasSubstr("'luck=-10' is not an intervention on this case"));
    EXPECT_THAT(message(2, {"--under", "slack=1ns"}), HasSubstr("--explain"));
    EXPECT_THAT(message(2, {"--settings"}), HasSubstr("--settings: only with --explain"));
    for (const char* other :
         {"--only=x", "--list", "--rounds=5", "--selftest", "--environment", "--sweep=things:2"}) {
        EXPECT_THAT(message(2, explaining("nothing/first", {other})),
                    AllOf(HasSubstr("--explain"), HasSubstr("give one of them")));
    }
    EXPECT_THAT(place.names(), IsEmpty());
}

TEST(explain_case, takes_numbers_from_the_name_of_the_case) {
    program description = fake::describe();
    description.numbers = {{"depth", {1, 100}, "how deep", "", "", {1}}};
    description.cases = [](const options& chosen, const cpu::topology&) {
        run::case_list list;
        for (const std::uint64_t depth : chosen.numbers.at("depth")) {
            list.cases.push_back(fake::steady_case("nothing/first"));
            list.cases.back().key = {"nothing/deep",
                                     {{"things", chosen.members}, {"depth", depth}}};
        }
        return list;
    };
    description.interventions = {};
    const auto code = [&](const std::string& name, const tokens& more) {
        tokens all = explaining(name, {"--under", "slack=1ns", "--passes", "1", "--time", "1"});
        all.erase(all.begin() + 2, all.begin() + 4); // the other time
        all.insert(all.end(), more.begin(), more.end());
        return run(all, description).code;
    };
    EXPECT_EQ(code("nothing/deep/things:4/depth:1", {}), 0);
    EXPECT_EQ(code("nothing/deep/things:7/depth:33", {}), 0);
    EXPECT_EQ(code("nothing/deep/things:7/depth:101", {}), 2); // out of its range
    EXPECT_EQ(code("nothing/deep/things:7/depth:33", {"--depth", "5"}), 2);
}

} // namespace
} // namespace tollgate::cli
