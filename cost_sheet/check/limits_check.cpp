// SPDX-License-Identifier: BSL-1.0
#include "fake_command.hpp"
#include "fake_results.hpp"
#include "fake_runs.hpp"
#include "limits/limits.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using limits_command = command_fixture;

/// A file with one case of this cost, within a tenth.
results one_run(double ns) {
    results all;
    all.files.push_back(fake_file("testFiber", "run.json"));
    all.cases.push_back(fake_case("fiber/yield", ns, ns / 10));
    all.cases.back().summary.as_it_is_ns = all.cases.back().cost.ns;
    return all;
}

limit cost_limit(double most_ns) {
    return {"fiber/yield", limited_figures().front(), most_ns, "some ns", ""};
}

limit_state state_of(const limit& asked, const results& all) {
    return judge({asked}, all).front().state;
}

TEST(judge_limits, a_limit_is_met_or_broken_only_if_the_whole_interval_is_on_one_side) {
    const results run = one_run(100); // 90 to 110
    EXPECT_EQ(state_of(cost_limit(110), run), limit_state::met);
    EXPECT_EQ(state_of(cost_limit(109), run), limit_state::cannot_tell);
    EXPECT_EQ(state_of(cost_limit(90), run), limit_state::cannot_tell);
    EXPECT_EQ(state_of(cost_limit(89), run), limit_state::broken);
}

TEST(judge_limits, cannot_tell_without_the_case_an_interval_or_passed_self_checks) {
    results run = one_run(100);
    EXPECT_EQ(state_of({"fiber/other", limited_figures().front(), 1, "", ""}, run),
              limit_state::cannot_tell);
    EXPECT_EQ(state_of({"fiber/yield", limited_figures()[3], 1e9, "", ""}, run),
              limit_state::cannot_tell); // p99 without an interval
    run.cases.front().record.failures = {"wrong"};
    EXPECT_EQ(state_of(cost_limit(1e9), run), limit_state::cannot_tell);
}

TEST(judge_limits, tells_failed_self_checks_and_unreadable_files) {
    results run = one_run(100);
    run.unreadable = {"other.json: it is empty"};
    run.files.front().failures = {"wrong"};
    const auto verdicts = judge({cost_limit(200)}, run);
    ASSERT_EQ(verdicts.size(), 3U);
    EXPECT_EQ(verdicts[0].state, limit_state::broken);
    EXPECT_EQ(verdicts[0].why, "one failed in run.json");
    EXPECT_EQ(verdicts[1].state, limit_state::cannot_tell);
    EXPECT_EQ(verdicts[1].why, "other.json: it is empty");
}

TEST(judge_limits, judges_a_percentile_by_its_interval) {
    results run = one_run(100);
    run.cases.front().summary.percentiles[2] = {0.99, 310, 300, stats::interval{250, 400, 0.95}};
    const limited_figure p99 = limited_figures()[3];
    EXPECT_EQ(state_of({"fiber/yield", p99, 400, "", ""}, run), limit_state::met);
    EXPECT_EQ(state_of({"fiber/yield", p99, 300, "", ""}, run), limit_state::cannot_tell);
    EXPECT_EQ(state_of({"fiber/yield", p99, 249, "", ""}, run), limit_state::broken);
}

TEST(judge_limits, the_interval_of_several_runs_contains_their_scatter) {
    const results first = one_run(100);
    const results second = one_run(150);
    const auto both =
        figure_of_runs({&first.cases.front(), &second.cases.front()}, limited_figures().front());
    ASSERT_TRUE(both);
    EXPECT_DOUBLE_EQ(both->value, 125);
    EXPECT_NEAR(both->range->high, 125 + 12.706 * 25, 1); // Student's with one degree of freedom
}

TEST(judge_limits, runs_that_agree_by_chance_keep_their_own_uncertainty) {
    const results run = one_run(100);
    const case_row* row = &run.cases.front();
    const auto both = figure_of_runs({row, row}, limited_figures().front());
    EXPECT_NEAR(both->range->high, 107.1, 0.1); // 10 / √2
}

TEST(judge_limits, a_run_without_an_interval_is_not_left_out) {
    results runs = one_run(100);
    runs.cases.push_back(runs.cases.front());
    EXPECT_EQ(state_of(cost_limit(1000), runs), limit_state::met);
    runs.cases.push_back(runs.cases.front());
    runs.cases.back().summary.as_it_is_ns = {9000, std::nullopt};
    EXPECT_EQ(state_of(cost_limit(1000), runs), limit_state::cannot_tell);
}

TEST(judge_limits, a_condition_is_met_broken_or_unknown_by_its_short_name) {
    results run = one_run(100);
    const auto add = [&](const char* name, environment::condition state) {
        run.files.front().environment.push_back({name, state, "found", "", "", ""});
    };
    add("cgroup quota", environment::condition::bad);
    add("governor", environment::condition::unknown);
    add("steal", environment::condition::ok);
    EXPECT_EQ(state_of({"quota", std::nullopt, 0, "ok", ""}, run), limit_state::broken);
    EXPECT_EQ(state_of({"governor", std::nullopt, 0, "ok", ""}, run), limit_state::cannot_tell);
    EXPECT_EQ(state_of({"steal", std::nullopt, 0, "ok", ""}, run), limit_state::met);
    EXPECT_THROW(static_cast<void>(judge({{"stael", std::nullopt, 0, "ok", ""}}, run)),
                 run::usage_error);
}

TEST(parse_limits, a_table_gives_a_limit_for_each_figure_and_condition) {
    const auto limits = parse_limits("[[limit]]\ncase = \"a/b\"\ncost = \"1.5 ms\"\np99 = \"2s\"\n"
                                     "[[limit]]\nenvironment = [\"steal\", \"load\"]\n",
                                     "limits.toml");
    ASSERT_EQ(limits.size(), 4u);
    EXPECT_EQ(limits[0].most_ns, 1.5e6);
    EXPECT_EQ(limits[1].figure->name, "p99");
    EXPECT_EQ(limits[1].most_ns, 2e9);
    EXPECT_EQ(limits[3].subject, "load");
}

TEST(parse_limits, a_mistake_is_refused_with_its_line) {
    const auto refusal = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(parse_limits(text, "limits.toml"));
        } catch (const run::usage_error& error) {
            return error.what();
        }
        return "accepted";
    };
    const std::string begin = "[[limit]]\ncase = \"a\"\n";
    for (const char* wrong : {"cost = \"5\"", "cost = \"-5 ns\"", "cost = \"nan ns\"",
                              "cost = \"5 hours\"", "cost = 5", "p98 = \"5 ns\"", "cost = "}) {
        EXPECT_THAT(refusal(begin + wrong), HasSubstr("limits.toml, line 3: ")) << wrong;
    }
    EXPECT_THAT(refusal(begin), HasSubstr("has no figure"));
    EXPECT_THAT(refusal(""), HasSubstr("has no limit"));
    EXPECT_THAT(refusal("limits = 3"), HasSubstr("line 1"));
    EXPECT_THAT(refusal("[[limit]]\nenvironment = []"), HasSubstr("line"));
    EXPECT_THAT(refusal(begin + "cost = \"5 ns\"\n" + begin + "cost = \"6 ns\""),
                HasSubstr("two limits"));
}

TEST_F(limits_command, exits_by_the_worst_verdict) {
    const std::string run =
        result_file("run.json", fake_run(0, {{"fiber/yield", rounds_about(100)}}));
    const auto limits = [&](const std::string& most) {
        return folder.write("limits.toml",
                            "[[limit]]\ncase = \"fiber/yield\"\ncost = \"" + most + "\"\n");
    };
    EXPECT_THAT(printed({"--limits", limits("200 ns"), run}), HasSubstr("1 met, 0 broken"));
    EXPECT_THAT(printed({"--limits", limits("100 ns"), run}, cli::exit_code::undecided),
                HasSubstr("1 cannot tell"));
    EXPECT_THAT(printed({"--limits", limits("50 ns"), run}, cli::exit_code::wrong_answer),
                HasSubstr("| broken"));
    EXPECT_THAT(refusal({"--limits", limits("200 ns"), run, run}), HasSubstr("one run"));
    EXPECT_THAT(refusal({"--junit", "x.xml", run}), HasSubstr("--limits"));
    const std::string limit = limits("200 ns");
    EXPECT_THAT(refusal({"--limits", limit, "--junit", limit, run}), HasSubstr("is read, too"));
    EXPECT_THAT(refusal({"--limits", limit, "--junit", folder / "x", "--tap", folder / "x", run}),
                HasSubstr("--tap: '"));
}

TEST_F(limits_command, says_why_the_file_of_limits_cannot_be_read) {
    try {
        static_cast<void>(run({"--limits", (folder / "missing.toml").string(), "run.json"}));
        FAIL();
    } catch (const run::machine_refused& error) {
        EXPECT_THAT(error.what(), HasSubstr("cannot be read: No such file"));
    }
}

TEST_F(limits_command, the_suggested_limits_are_met_by_their_runs) {
    std::vector<std::string> arguments{"--suggest-limits"};
    for (int i = 0; i < 4; ++i) {
        const fake_values values{{"fiber/yield", rounds_about(100 + 3 * i)}};
        arguments.push_back(
            result_file("run" + std::to_string(i) + ".json", fake_run(60 * i, values)));
    }
    const std::string suggested = printed(arguments);
    EXPECT_THAT(suggested, AllOf(HasSubstr("from 4 runs"), HasSubstr("fiber/yield")));
    arguments.front() = "--limits";
    arguments.insert(arguments.begin() + 1, folder.write("limits.toml", suggested));
    EXPECT_THAT(printed(arguments), HasSubstr("1 met, 0 broken, 0 cannot tell"));
}

TEST(limits_text, junit_and_tap_escape_what_files_contain) {
    const limit_verdict broken{
        {"a<b> # \"c\"\n", limited_figures().front(), 1, "1 ns", "why & how"},
        limit_state::broken,
        "2 ns",
        ""};
    const std::string junit = limits_junit({broken}, "limits.toml");
    EXPECT_THAT(junit, AllOf(HasSubstr("failures=\"1\""), HasSubstr("a&lt;b&gt; # &quot;c&quot;"),
                             HasSubstr("why &amp; how"), Not(HasSubstr("<b>"))));
    const std::string tap = limits_tap({broken});
    EXPECT_THAT(tap, HasSubstr("TAP version 13\n1..1\nnot ok 1 - a<b> = "));
}

} // namespace
} // namespace tollgate::cost_sheet
