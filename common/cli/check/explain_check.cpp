// SPDX-License-Identifier: BSL-1.0
#include "captured.hpp"

#include <tollgate/cli/command_line.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/report/json.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace tollgate::cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
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
    const seen_outside seen =
        run(explaining("nothing/second", {"--conduct", "slow", "--under", "delay=none,slack=1ns",
                                          "--json", place / "file"}));
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    EXPECT_THAT(seen.out, AllOf(StartsWith("nothing/second costs 30.0 ns"), HasSubstr("20.0 ns"),
                                HasSubstr("goes when it is left out"), HasSubstr("leaving it out"),
                                HasSubstr("slack=1ns")));
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.explanation);
    const explain::explanation& found = *read.explanation;
    EXPECT_EQ(found.of.name(), "nothing/second");
    EXPECT_NEAR(found.cost_ns.value, 30, 0.001);
    ASSERT_EQ(found.shares.size(), 2U);
    EXPECT_THAT(found.shares[0].of, ElementsAre("delay=none"));
    EXPECT_NEAR(found.shares[0].ns.value, 20, 0.001);
    EXPECT_TRUE(found.shares[0].resolved);
    EXPECT_EQ(found.shares[1].what, explain::share_kind::rest);
    EXPECT_NEAR(found.shares[1].ns.value, 10, 0.001);
    EXPECT_GE(found.passes_together, measure::fewest_passes);
    ASSERT_EQ(found.alone.size(), 2U);
    EXPECT_FALSE(found.find("slack=1ns")->resolved);
    // The environment's verdict has the figure.
    const auto load =
        std::find_if(read.environment.begin(), read.environment.end(),
                     [](const environment::verdict& one) { return one.name == "load"; });
    ASSERT_NE(load, read.environment.end());
    EXPECT_EQ(load->state, environment::condition::bad);
    EXPECT_NEAR(load->measured_ns, 20, 0.001);
    EXPECT_EQ(load->measured_of, "nothing/second");
}

TEST(explain_case, finds_nothing_where_there_is_nothing_and_gives_its_time_to_the_same_arms) {
    const temporary_folder place;
    const seen_outside seen = run(
        explaining("nothing/first", {"--under", "placebo=1,placebo=2", "--json", place / "file"}));
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, AllOf(HasSubstr("No intervention made a difference"),
                                HasSubstr("placebo=1, placebo=2")));
    const report::result read = report::read_json(place.content_of("file"));
    ASSERT_TRUE(read.explanation);
    EXPECT_EQ(read.explanation->passes_together, 0U);
    EXPECT_EQ(read.explanation->passes, read.passes);
    EXPECT_GT(read.passes, measure::usual_passes);
    ASSERT_EQ(read.cases.size(), 3U);
    for (const measure::case_result& one : read.cases) {
        EXPECT_EQ(one.summary.passes, read.passes) << one.record.key.name();
    }
}

TEST(explain_case, tries_all_interventions_and_leaves_the_calling_thread_as_it_was) {
    const measure::scheduling before = measure::scheduling_of_this_thread();
    EXPECT_EQ(run(explaining("nothing/first", {"--passes", "1"})).code, 0);
    EXPECT_EQ(measure::scheduling_of_this_thread(), before);
}

TEST(explain_case, another_layout_is_that_of_processes_of_one_batch) {
    const seen_outside seen = run(explaining("nothing/first", {"--under", "layout=fresh"}));
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_EQ(seen.err, "");
    EXPECT_THAT(seen.out, HasSubstr("layout=fresh"));
    EXPECT_THAT(seen.out, Not(HasSubstr("Not proven to have taken hold")));
}

TEST(explain_case, a_failed_proof_ends_the_run_with_one) {
    const measure::scheduling before = measure::scheduling_of_this_thread();
    for (const char* passes : {"1", "9"}) {
        const seen_outside seen =
            run(explaining("nothing/second",
                           {"--conduct", "wrong", "--under", "policy=batch", "--passes", passes}));
        EXPECT_EQ(seen.code, 1);
        EXPECT_THAT(seen.out, HasSubstr("a turn was lost"));
    }
    EXPECT_EQ(measure::scheduling_of_this_thread(), before);
}

// Four passes can resolve nothing, and eight can.
TEST(explain_case, has_a_base_that_the_first_stage_finds_when_it_has_gone_on) {
    const seen_outside seen = run(explaining(
        "nothing/second", {"--conduct", "slow", "--under", "place=one", "--passes", "4"}));
    EXPECT_EQ(seen.code, 0) << seen.err;
    EXPECT_THAT(seen.out, HasSubstr("\n  10.0 ns ± 0 ns is what it costs on one CPU\n  20.0 ns"));
}

TEST(explain_case, what_cannot_be_done_is_one_line) {
    const temporary_folder place;
    const std::string file = place / "result.json";
    const auto message = [&](int code, tokens arguments) {
        arguments.insert(arguments.end(), {"--json", file});
        const seen_outside seen = run(arguments);
        EXPECT_EQ(seen.code, code) << seen.err;
        EXPECT_EQ(seen.out, "");
        EXPECT_EQ(std::count(seen.err.begin(), seen.err.end(), '\n'), 1) << seen.err;
        return seen.err;
    };
    EXPECT_THAT(message(2, explaining("nothing/fourth")),
                AllOf(HasSubstr("--explain: 'nothing/fourth'"), HasSubstr("--list --all")));
    EXPECT_THAT(message(2, explaining("")), HasSubstr("--explain: ''"));
    EXPECT_THAT(message(3, explaining("nothing/third")),
                AllOf(HasSubstr("nothing/third"), HasSubstr("there is no third")));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "luck=more"})),
                AllOf(HasSubstr("--under: 'luck=more'"), HasSubstr("delay=none")));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "a+b"})), HasSubstr("'a+b'"));
    EXPECT_THAT(message(2, explaining("nothing/first", {"--under", "luck=-10"})),
                HasSubstr("'luck=-10' is not an intervention on this case"));
    EXPECT_THAT(message(2, {"--under", "slack=1ns"}), HasSubstr("--explain"));
    for (const char* other :
         {"--only=x", "--list", "--rounds=5", "--selftest", "--environment", "--sweep=things:2"}) {
        EXPECT_THAT(message(2, explaining("nothing/first", {other})),
                    AllOf(HasSubstr("--explain"), HasSubstr("give one of them")));
    }
    EXPECT_THAT(place.names(), IsEmpty());
}

TEST(explain_case, the_name_of_a_case_is_enough_to_have_it_in_the_list) {
    program what = made_up::describe();
    what.numbers = {{"depth", {1, 100}, "how deep", "", "", {1}}};
    what.cases = [](const options& chosen, const cpu::topology&) {
        run::case_list list;
        for (const std::uint64_t depth : chosen.numbers.at("depth")) {
            list.cases.push_back(made_up::steady_case("nothing/first"));
            list.cases.back().key = {"nothing/deep",
                                     {{"things", chosen.members}, {"depth", depth}}};
        }
        return list;
    };
    what.interventions = {};
    const auto code = [&](const std::string& name, const tokens& more) {
        tokens all = explaining(name, {"--under", "slack=1ns", "--passes", "1", "--time", "1"});
        all.erase(all.begin() + 2, all.begin() + 4); // the other time
        all.insert(all.end(), more.begin(), more.end());
        return run(all, what).code;
    };
    EXPECT_EQ(code("nothing/deep/things:4/depth:1", {}), 0);
    EXPECT_EQ(code("nothing/deep/things:7/depth:33", {}), 0);
    EXPECT_EQ(code("nothing/deep/things:7/depth:101", {}), 2); // out of its range
    EXPECT_EQ(code("nothing/deep/things:7/depth:33", {"--depth", "5"}), 2);
}

} // namespace
} // namespace tollgate::cli
