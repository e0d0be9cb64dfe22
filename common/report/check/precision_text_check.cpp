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
