// SPDX-License-Identifier: BSL-1.0
// What is said of the machine's speed, and of what a ± is worth.
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Two rounds a pass about 100 ns, so far apart that each is this far from it.
measure::case_record scattered(const std::string& name, double by, std::uint64_t passes = 8) {
    measure::case_record record;
    record.key = name;
    for (std::uint64_t i = 0; i < 2 * passes; ++i) {
        measure::case_round round;
        round.process = i / 2;
        round.round = i;
        round.value_ns = i / 2 % 2 == 0 ? 100 * (1 - by) : 100 * (1 + by);
        round.fit = {20, round.value_ns};
        record.rounds.push_back(round);
    }
    return record;
}

TEST(conditions_text, says_for_what_time_the_uncertainty_stands) {
    result seen = result_of({scattered("a", 0.01)});
    seen.took_s = 12.3;
    seen.spread_over_s = 90.4;
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("±: 95 % for this machine over these 90 s, each pass a process\n"));
    seen.spread_over_s = 0;
    EXPECT_THAT(conditions_text(seen), HasSubstr("over these 12 s"));
    seen.took_s = 0.2;
    EXPECT_THAT(conditions_text(seen), HasSubstr("over these 1 s"));
}

TEST(conditions_text, says_which_cases_have_rounds_for_their_unit) {
    result seen = result_of({scattered("a", 0.01, 5)});
    seen.passes = 5;
    EXPECT_THAT(conditions_text(seen),
                AllOf(HasSubstr("± of a: over rounds of 5 passes, as if they were independent; "
                                "where a machine changes its speed it is too narrow\n"),
                      Not(HasSubstr("±: 95 %"))));
    seen = result_of({scattered("a", 0.01), scattered("b", 0.01, 1), scattered("c", 0.01, 2)});
    EXPECT_THAT(conditions_text(seen), HasSubstr("± of b and 1 more: over rounds of 1 pass,"));
}

TEST(conditions_text, says_nothing_of_an_uncertainty_that_is_not_there) {
    EXPECT_THAT(conditions_text(result_of({scattered("a", 0, 0)})),
                AllOf(Not(HasSubstr("±")), Not(HasSubstr("not sure"))));
}

TEST(conditions_text, names_what_is_not_sure_to_ten_per_cent) {
    EXPECT_THAT(conditions_text(result_of({scattered("a", 0.05)})), Not(HasSubstr("not sure")));
    EXPECT_THAT(conditions_text(result_of({scattered("a", 0.2)})),
                HasSubstr("not sure to 10 %: a; more --time, or fewer cases\n"));
    EXPECT_THAT(conditions_text(result_of(
                    {scattered("a", 0.01), scattered("b", 0.2), scattered("c", 0.01, 1)})),
                HasSubstr("not sure to 10 %: b and 1 more; more"))
        << "c has no interval at all";
}

TEST(conditions_text, says_how_fast_the_machine_was) {
    result seen = result_of({scattered("a", 0.01)});
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("machine:")));
    seen.speed.loops = 800;
    seen.speed.fast_share = 0.975;
    seen.speed.slow_ratio = 1.02;
    seen.speed.interrupts_share = 0.013;
    EXPECT_THAT(conditions_text(seen), HasSubstr("machine: 97.5 % of 800 reference loops were "
                                                 "fast; interrupts took 1.3 %\n"));
    seen.speed.interrupts_share = 0;
    EXPECT_THAT(conditions_text(seen), HasSubstr("800 reference loops were fast\n"))
        << "too few of them in a pass";
    seen.speed.interrupts_share = 0.013;
    seen.speed.slow_ratio = 1.625;
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("were fast, one in ten took 1.62 times as long or longer: it changed its "
                          "speed; interrupts took 1.3 %\n"));
}

TEST(conditions_text, says_what_the_reference_loops_explain_of_one_thread_and_of_several) {
    result seen = result_of({scattered("a", 0.01), scattered("b", 0.01)});
    seen.speed.loops = 800;
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("the loops explain")));
    seen.cases[0].summary.referenced_rounds = 16;
    seen.cases[0].summary.explained = 0.64;
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("  the loops explain 64.0 % of the variance of cases of one thread\n"));
    seen.cases[1].record.threads = 2;
    seen.cases[1].summary.referenced_rounds = 16;
    seen.cases[1].summary.explained = 0.05;
    EXPECT_THAT(conditions_text(seen), HasSubstr("  the loops explain 64.0 % of the variance of "
                                                 "cases of one thread, 5.0 % of those of "
                                                 "several\n"));
    seen.cases[0].record.threads = 3;
    EXPECT_THAT(conditions_text(seen), HasSubstr("  the loops explain 34.5 % of the variance of "
                                                 "cases of several threads\n"));
}

TEST(conditions_text, says_how_far_two_cpus_were_from_each_other) {
    result seen = result_of({scattered("a", 0.01)});
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("a cache line")));
    seen.speed.distances[{0, 1}] = {47.25, 0.815, 30, 160.5, 800};
    const std::string line =
        "CPUs 0 and 1: a cache line takes 47.2 ns from one to the other, within "
        "a quarter in 81.5 % of 800 readings, 30.0 to 160.5 ns in all\n";
    for (const extent how_much : {extent::whole, extent::brief}) {
        EXPECT_THAT(conditions_text(seen, how_much),
                    AllOf(HasSubstr("\n" + line), Not(HasSubstr("machine:"))))
            << "no loop ran";
        seen.speed.loops = 800;
        seen.speed.fast_share = 0.975;
        EXPECT_THAT(conditions_text(seen, how_much),
                    HasSubstr("machine: 97.5 % of 800 reference loops were fast\n" + line));
        seen.speed.loops = 0;
    }
    seen.speed.distances[{2, 13}] = {160, 1, 160, 161, 2};
    seen.speed.distances[{2, 14}] = {47, 0.9, 47, 161, 4};
    EXPECT_THAT(
        conditions_text(seen),
        HasSubstr("\n" + line +
                  "CPUs 2 and 13: a cache line takes 160.0 ns from one to the other, within "
                  "a quarter in 100.0 % of 2 readings, 160.0 to 161.0 ns in all\n"
                  "CPUs 2 and 14: a cache line takes 47.0 ns from one to the other, within "
                  "a quarter in 90.0 % of 4 readings, 47.0 to 161.0 ns in all\n"));
}

TEST(conditions_text, in_brief_has_the_two_cpus_whose_distance_was_least_steady) {
    result seen = result_of({scattered("a", 0.01)});
    seen.speed.distances[{0, 1}] = {47, 0.8, 30, 160, 800};
    seen.speed.distances[{0, 2}] = {47, 0.75, 30, 160, 800};
    const std::string two = conditions_text(seen, extent::brief);
    EXPECT_THAT(two, HasSubstr("\nCPUs 0 and 2: a cache line takes 47.0 ns from one to the other, "
                               "within a quarter in 75.0 % of 800 readings, 30.0 to 160.0 ns in "
                               "all; and of 1 more, all in the file that --json writes\n"));
    EXPECT_THAT(two, Not(HasSubstr("CPUs 0 and 1")));
    seen.speed.distances[{1, 2}] = {47, 0.75, 30, 160, 800};
    EXPECT_THAT(conditions_text(seen, extent::brief),
                AllOf(HasSubstr("\nCPUs 0 and 2: "), HasSubstr("; and of 2 more, all in")));
}

TEST(conditions_text, says_what_a_distance_explains_of_its_cases_and_loops_of_the_others) {
    result seen = result_of({scattered("a", 0.01), scattered("b", 0.01), scattered("c", 0.01)});
    seen.speed.loops = 800;
    seen.speed.distances[{0, 1}] = {47, 0.8, 30, 160, 800};
    seen.speed.distances[{2, 3}] = {47, 0.8, 30, 160, 800};
    const double explained[] = {0.64, 0.8, 0.9};
    for (std::size_t i = 0; i < 3; ++i) {
        seen.cases[i].record.threads = 2;
        seen.cases[i].summary.referenced_rounds = 16;
        seen.cases[i].summary.explained = explained[i];
    }
    seen.cases[1].record.distance_of = {0, 1};
    seen.cases[2].record.distance_of = {0, 1};
    const std::string whole = conditions_text(seen);
    EXPECT_THAT(whole, HasSubstr("  the loops explain 64.0 % of the variance of cases of several "
                                 "threads\nCPUs 0 and 1: "));
    EXPECT_THAT(whole, HasSubstr(" ns in all\n  that explains 85.0 % of the variance of cases on "
                                 "both\nCPUs 2 and 3: "));
    EXPECT_EQ(whole.find("that explains"), whole.rfind("that explains")) << "no case is on 2 and 3";
    EXPECT_THAT(conditions_text(seen, extent::brief), Not(HasSubstr("explain")));
}

TEST(conditions_text, says_what_was_taken_from_the_machine) {
    result seen = result_of({scattered("a", 0.01), scattered("b", 0.01)});
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("taken from it")));
    seen.cases[0].record.rounds[3].disturbances = {"steal 2 ticks"};
    seen.cases[1].record.rounds[3].disturbances = {"throttled 1 period", "steal 1 tick"};
    conclude_anew(seen);
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("taken from it: in 2 of 32 batches (steal 2 ticks, for example)\n"));
}

} // namespace
} // namespace tollgate::report
