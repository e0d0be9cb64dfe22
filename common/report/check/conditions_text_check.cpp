// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/text.hpp>

#include "made_up_result.hpp"

#include <gmock/gmock.h>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A pass of one round for each value, undisturbed, without samples.
measure::case_record quiet(const std::string& name, const std::vector<double>& values_ns) {
    measure::case_record record;
    record.key = name;
    for (std::size_t i = 0; i < values_ns.size(); ++i) {
        measure::case_round round;
        round.process = i;
        round.round = i;
        round.value_ns = values_ns[i];
        round.fit = {20, values_ns[i]};
        record.rounds.push_back(round);
    }
    return record;
}

const std::vector<double> steady(12, 100);

TEST(conditions_text, a_quiet_run_has_no_remarks) {
    result seen = result_of({quiet("a", steady)});
    seen.rounds = 12;
    seen.passes = 12;
    seen.took_s = 1.25;
    EXPECT_EQ(conditions_text(seen),
              "proofs of work: all held (turns accounted for and shared evenly, no interval "
              "missing, 0 impossible samples, threads where they were put)\n"
              "noise floor: 0.00 % (a against itself: ratio 1.0000 to 1.0000)\n"
              "clock: realtime, a reading costs 0.00 ns (p99 0.00), resolution 0.00 ns\n"
              "stopped: the time is spent (12 rounds in 12 passes, 1.2 s)\n"
              "±: 95 % for this machine over these 1 s, each pass a process\n");
}

TEST(conditions_text, failed_proofs_come_first_and_name_the_case) {
    result seen = result_of({quiet("a", steady)});
    seen.cases[0].record.failures = {"turns lost"};
    seen.twins[0].record.failures = {"an interval is missing"};
    EXPECT_THAT(conditions_text(seen),
                StartsWith("proofs of work: FAILED, no figure of this run is worth anything\n"
                           "  - a: turns lost\n"
                           "  - a (its second run): an interval is missing\n"));
    seen.cases[0].record.failures.clear();
    EXPECT_THAT(conditions_text(seen), StartsWith("proofs of work: FAILED"));
}

TEST(conditions_text, without_a_round_no_proof_is_said_to_have_held) {
    EXPECT_THAT(conditions_text(result_of({quiet("a", {})})),
                StartsWith("proofs of work: none, no round was measured\n"));
}

TEST(conditions_text, impossible_samples_are_counted_over_all_cases) {
    result seen = result_of({quiet("a", steady)});
    seen.cases.push_back(quiet("b", steady));
    seen.cases[0].record.samples.add(-1);
    seen.cases[1].record.samples.add(-1);
    seen.cases[1].record.samples.add(-7);
    conclude_anew(seen);
    EXPECT_THAT(conditions_text(seen), HasSubstr("3 impossible samples"));
}

TEST(conditions_text, the_noise_floor_and_whether_it_claims_a_difference) {
    result seen = result_of({quiet("a", steady)});
    seen.twins[0] = quiet("a", std::vector<double>(12, 103));
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("noise floor: 3.0 % (a against itself: ratio 1.0300 to 1.0300); it "
                          "claims a difference that does not exist\n"));
    seen.twins[0].record.rounds.resize(5);
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("noise floor: not known (a against itself): it takes 6 passes\n"));
    EXPECT_THAT(conditions_text(result{}), Not(HasSubstr("noise floor")));
}

TEST(conditions_text, a_noise_floor_for_each_kind) {
    result seen = result_of({quiet("a", steady), quiet("b", steady)});
    seen.twins.emplace_back(quiet("b", {50, 50, 100, 100, 200, 200, 400, 400, 800, 800, 900, 900}));
    EXPECT_THAT(
        conditions_text(seen),
        AllOf(HasSubstr("noise floor: 0.00 % (a against itself: ratio 1.0000 to 1.0000)\n"),
              HasSubstr("noise floor: none, nothing is told from anything (b against itself)\n")));
}

TEST(conditions_text, the_counter_has_a_rate_with_its_error) {
    result seen = result_of({quiet("a", steady)});
    seen.clock = made_up_clock();
    EXPECT_THAT(conditions_text(seen),
                HasSubstr("clock: tsc, a reading costs 8.50 ns (p99 9.25), resolution 0.71 ns, "
                          "2800.000 MHz ± 3.0 ppm\n"));
}

TEST(conditions_text, why_it_stopped) {
    result seen = result_of({quiet("a", steady)});
    using measure::stop_reason;
    const std::pair<stop_reason, const char*> words[] = {
        {stop_reason::converged, "stopped: every interval is narrow enough ("},
        {stop_reason::budget, "stopped: the time is spent ("},
        {stop_reason::rounds, "stopped: all rounds are done ("},
        {stop_reason::interrupted, "stopped: interrupted; what stands here is partial ("},
        {stop_reason::failed, "stopped: a proof of work failed ("}};
    for (const auto& [why, text] : words) {
        seen.stopped = why;
        EXPECT_THAT(conditions_text(seen), HasSubstr(text));
        EXPECT_THAT(conditions_text(seen), HasSubstr("rounds in 1 pass, "));
    }
    seen.passes = 3;
    seen.took_s = 2;
    seen.spread_over_s = 2;
    EXPECT_THAT(conditions_text(seen), HasSubstr("rounds in 3 passes, 2.0 s)\n"));
    seen.spread_over_s = 120;
    EXPECT_THAT(conditions_text(seen), HasSubstr("rounds in 3 passes, 2.0 s, spread over 120 s)"));
}

TEST(conditions_text, a_slope_that_disagrees) {
    measure::case_record record = quiet("a", steady);
    for (auto& round : record.rounds) {
        round.fit.slope = 90;
    }
    EXPECT_THAT(conditions_text(result_of({record})),
                HasSubstr("  - a: the slope over groups of 1 to 32 says 90.0 ns, 10.0 % less than "
                          "the unobserved loop\n"));
    for (auto& round : record.rounds) {
        round.fit.slope = 105;
    }
    EXPECT_THAT(conditions_text(result_of({record})), HasSubstr("105.0 ns, 5.0 % more than"));
}

TEST(conditions_text, a_slope_that_is_less_by_what_interrupts_took_agrees) {
    measure::case_record record = quiet("a", steady);
    for (auto& round : record.rounds) {
        round.fit.slope = 98;
    }
    result seen = result_of({record});
    seen.speed.interrupts_share = 0.02;
    seen.speed.interrupts_u95 = 0.002;
    conclude_anew(seen);
    EXPECT_THAT(conditions_text(seen), Not(HasSubstr("the slope over groups")));
    seen.speed.interrupts_share = 0.005;
    conclude_anew(seen);
    EXPECT_THAT(conditions_text(seen), HasSubstr("2.0 % less than the unobserved loop, "
                                                 "where interrupts make it 0.50 % less\n"));
}

TEST(conditions_text, what_was_counted_and_what_fell_off_the_histogram) {
    measure::case_record record = quiet("a", steady);
    for (auto& round : record.rounds) {
        round.units_per_operation = 1.25;
    }
    record.samples.add(stats::histogram::largest + 1);
    EXPECT_THAT(conditions_text(result_of({record})),
                AllOf(HasSubstr("  - a: divided by 1.2500 counted for each operation\n"),
                      HasSubstr("  - a: 1 samples beyond the histogram's range\n")));
}

TEST(conditions_text, what_was_counted_alike_for_many_cases_is_said_once) {
    result seen = result_of({quiet("a", steady)});
    seen.cases = {quiet("a", steady), quiet("b", steady), quiet("c", steady), quiet("d", steady)};
    for (const auto& [index, divisor] : {std::pair(0, 64.0), {1, 64.0}, {2, 1.25}, {3, 1.0}}) {
        for (auto& round : seen.cases[static_cast<std::size_t>(index)].record.rounds) {
            round.units_per_operation = divisor;
        }
    }
    conclude_anew(seen);
    const std::string text = conditions_text(seen);
    EXPECT_THAT(text, HasSubstr("  - a and 1 more: divided by 64.0000 counted"));
    EXPECT_THAT(text, HasSubstr("  - c: divided by 1.2500 counted"));
    EXPECT_THAT(text, Not(HasSubstr("  - d")));
}

TEST(conditions_text, how_much_an_event_is_made_of_is_no_remark) {
    measure::case_record record = quiet("a", steady);
    record.valued_by = measure::method::single_events;
    for (auto& round : record.rounds) {
        round.units_per_operation = 1280;
    }
    EXPECT_THAT(conditions_text(result_of({record})), Not(HasSubstr("divided by")));
}

TEST(conditions_text, notes_and_what_is_not_available) {
    result seen = result_of({quiet("a", steady)});
    seen.notes = {"a note"};
    seen.unavailable = {{"b", "no second CPU"}};
    EXPECT_TRUE(conditions_text(seen).ends_with("remarks:\n  - a note\n"
                                                "not available here:\n  - b: no second CPU\n"));
}

TEST(conditions_text, in_brief_is_without_what_only_an_expert_needs) {
    result seen = result_of({quiet("a", steady), quiet("b", steady)});
    seen.cases[0].record.rounds[3].disturbances = {"steal 2 ticks"};
    seen.speed.loops = 24;
    conclude_anew(seen);
    seen.cases[0].summary.referenced_rounds = 12;
    seen.rounds = 12;
    seen.passes = 12;
    seen.took_s = 1.25;
    const std::string whole = conditions_text(seen);
    EXPECT_EQ(conditions_text(seen, extent::whole), whole);
    for (const char* start : {"clock: ", "  the loops explain ", "taken from it: "}) {
        EXPECT_THAT(whole, HasSubstr(std::string("\n") + start));
    }
    EXPECT_EQ(conditions_text(seen, extent::brief),
              "proofs of work: all held (turns accounted for and shared evenly, no interval "
              "missing, 0 impossible samples, threads where they were put)\n"
              "noise floor: 0.00 % (the first case of each kind against itself)\n"
              "machine: 0.00 % of 24 reference loops were fast\n"
              "stopped: the time is spent (12 rounds in 12 passes, 1.2 s)\n"
              "±: 95 % for this machine over these 1 s, each pass a process\n");
}

TEST(conditions_text, in_brief_names_the_noise_floors_of_all_kinds_in_one_line) {
    result seen = result_of({quiet("a", steady), quiet("b", steady), quiet("c", steady)});
    seen.twins.emplace_back(quiet("b", {50, 50, 100, 100, 200, 200, 400, 400, 800, 800, 900, 900}));
    seen.twins.emplace_back(quiet("c", {100, 100}));
    EXPECT_THAT(conditions_text(seen, extent::brief),
                HasSubstr("noise floor: 0.00 %, above 100 %, not known (the first case of each "
                          "kind against itself)\n"));
    seen.twins.clear();
    EXPECT_THAT(conditions_text(seen, extent::brief), Not(HasSubstr("noise floor")));
}

TEST(conditions_text, in_brief_has_all_failed_proofs) {
    result seen = result_of({quiet("a", steady)});
    seen.failures = {"one", "two", "three", "four", "five"};
    EXPECT_THAT(conditions_text(seen, extent::brief),
                StartsWith("proofs of work: FAILED, no figure of this run is worth anything\n"
                           "  - one\n  - two\n  - three\n  - four\n  - five\n"));
}

TEST(conditions_text, in_brief_has_the_first_few_remarks_and_of_them_the_notes) {
    result seen = result_of({quiet("a", steady)});
    seen.cases[0].record.repeated = 3;
    EXPECT_THAT(conditions_text(seen, extent::brief), HasSubstr("\nremark: a: 3 of its events"));
    seen.notes = {"note 1", "note 2"};
    EXPECT_THAT(conditions_text(seen), HasSubstr("remarks:\n  - a: 3 of its events"));
    EXPECT_THAT(conditions_text(seen, extent::brief),
                HasSubstr("\nremark: note 1\nremark: note 2\nremark: a: 3 of its events"))
        << "three are no more lines than two and a count";
    seen.notes.emplace_back("note 3");
    EXPECT_TRUE(conditions_text(seen, extent::brief)
                    .ends_with("\nremark: note 1\nremark: note 2\n"
                               "remark: and 2 more, all in the file that --json writes\n"));
    EXPECT_THAT(conditions_text(seen), HasSubstr("  - note 3\n")) << "the whole has all of them";
}

TEST(conditions_text, in_brief_has_the_first_few_of_what_is_not_available) {
    result seen = result_of({quiet("a", steady)});
    seen.unavailable = {{"b", "no second CPU"}};
    EXPECT_TRUE(conditions_text(seen, extent::brief)
                    .ends_with("process\nnot available here: b: no second CPU\n"));
    seen.unavailable.assign(4, {"b", "no second CPU"});
    EXPECT_TRUE(conditions_text(seen, extent::brief)
                    .ends_with("process\nnot available here: b: no second CPU\n"
                               "not available here: b: no second CPU\n"
                               "not available here: and 2 more, all in the file that --json "
                               "writes\n"));
}

} // namespace
} // namespace tollgate::report
