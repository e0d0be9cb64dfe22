// SPDX-License-Identifier: BSL-1.0
// The text below the tables: self-checks, noise floor, the machine, why the run ended, remarks.
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::vector<double> steady(12, 100);

/// About 100 ns, each pass so far from it.
std::vector<double> scattered(double by, std::size_t passes = 8) {
    std::vector<double> values;
    for (std::size_t i = 0; i < passes; ++i) {
        values.push_back(100 * (i % 2 == 0 ? 1 - by : 1 + by));
    }
    return values;
}

measure::case_record with_slope(measure::case_record record, double slope_ns) {
    for (auto& round : record.rounds) {
        round.fit.slope = slope_ns;
    }
    return record;
}

measure::case_record counted(measure::case_record record, double units) {
    for (auto& round : record.rounds) {
        round.units_per_operation = units;
    }
    return record;
}

measure::case_record valued(measure::method by, measure::case_record record) {
    record.valued_by = by;
    return record;
}

TEST(conditions_text, of_a_quiet_run) {
    result run = result_of({one_round_a_pass("a", steady)});
    run.rounds = run.passes = 12;
    run.took_s = 1.25;
    EXPECT_EQ(
        conditions_text(run),
        "self-checks: all passed (all iterations counted and shared evenly, no timed interval "
        "missing, 0 impossible samples, each thread on its CPU)\n"
        "noise floor: 0.00 % (a against itself: ratio 1.0000 to 1.0000)\n"
        "clock: realtime, a reading costs 0.00 ns (p99 0.00), resolution 0.00 ns\n"
        "stopped: the time is spent (12 rounds in 12 passes, 1.2 s)\n"
        "±: a 95 % interval for this machine over these 1 s; each pass is a process\n");
}

/// A run that has a text in every line.
result eventful_run() {
    const std::vector<double> wild{50, 50, 100, 100, 200, 200, 400, 400, 800, 800, 900, 900};
    result run = result_of(
        {with_slope(one_round_a_pass("a", steady), 90),
         counted(with_slope(one_round_a_pass("b", steady), 105), 1.25), one_round_a_pass("c", wild),
         counted(
             valued(measure::method::single_events, with_slope(one_round_a_pass("d", steady), 300)),
             1280),
         counted(one_round_a_pass("e", steady), 1.25),
         valued(measure::method::self_timed, with_slope(one_round_a_pass("f", steady), 50))});
    run.controls[0] = one_round_a_pass("a", std::vector<double>(12, 103));
    run.controls.emplace_back(one_round_a_pass("b", wild));
    run.controls.emplace_back(one_round_a_pass("c", {50, 60}));
    run.clock = fake_clock();
    run.speed.loops = 800;
    run.speed.fast_share = 0.975;
    run.speed.slow_ratio = 1.625;
    run.speed.interrupts_share = 0.013;
    run.speed.latencies = {{{0, 1}, {47.25, 0.815, 30, 160.5, 800}},
                           {{2, 13}, {160, 0.75, 160, 161, 2}},
                           {{2, 14}, {160, 1, 160, 161, 2}}};
    run.cases[0].record.samples.add(-1);
    run.cases[1].record.samples.add(-7);
    run.cases[1].record.samples.add(stats::histogram::largest + 1);
    run.cases[3].record.samples.add(-3);
    run.cases[3].record.samples.add(-4);
    run.cases[3].record.samples.add(5);
    run.cases[3].record.repeated = 3;
    run.cases[0].record.rounds[3].disturbances = {"steal 2 ticks"};
    run.cases[1].record.rounds[3].disturbances = {"throttled 1 period", "steal 1 tick"};
    conclude_anew(run);
    run.stopped = measure::stop_reason::converged;
    run.rounds = 24;
    run.passes = 12;
    run.took_s = 12.3;
    run.spread_over_s = 90.4;
    run.notes = {"a note", "another"};
    run.unavailable = {{"g", "no second CPU"}, {"h", "it has ended", true}};
    run.unavailable.insert(run.unavailable.end(), 3, {"i", "no second CPU"});
    return run;
}

TEST(conditions_text, of_an_eventful_run) {
    EXPECT_EQ("\n" + conditions_text(eventful_run()), R"(
self-checks: all passed (all iterations counted and shared evenly, no timed interval missing, 2 impossible samples, each thread on its CPU)
noise floor: 3.0 % (a against itself: ratio 1.0300 to 1.0300); it claims a difference that does not exist
noise floor: above 100 %, no difference can be detected (b against itself)
noise floor: not known (c against itself): 6 passes are needed
clock: tsc, a reading costs 8.50 ns (p99 9.25), resolution 0.71 ns, 2800.000 MHz ± 3.0 ppm
machine: 97.5 % of 800 reference loops were fast; one in ten took at least 1.62 times the fast time: the machine changed its speed; interrupts took 1.3 %
CPUs 0 and 1: a cache line takes 47.2 ns from one CPU to the other; 81.5 % of 800 readings differ from this by less than a quarter; all are 30.0 to 160.5 ns
CPUs 2 and 13: a cache line takes 160.0 ns from one CPU to the other; 75.0 % of 2 readings differ from this by less than a quarter; all are 160.0 to 161.0 ns
CPUs 2 and 14: a cache line takes 160.0 ns from one CPU to the other; 100.0 % of 2 readings differ from this by less than a quarter; all are 160.0 to 161.0 ns
disturbed: 2 of 72 batches (for example: steal 2 ticks)
stopped: every interval is narrow enough (24 rounds in 12 passes, 12.3 s, spread over 90 s)
±: a 95 % interval for this machine over these 90 s; each pass is a process
cost not known within 10 %: c; use more --time or fewer cases
failed:
  - h: it has ended
remarks:
  - a: timed in groups of 1 to 32: 90.0 ns, 10.0 % less than the untimed loop; 1.3 % less is expected, the share of the interrupts
  - b: timed in groups of 1 to 32: 105.0 ns, 5.0 % more than the untimed loop; 1.3 % less is expected, the share of the interrupts
  - b: 1 samples are beyond the histogram's range
  - c: timed in groups of 1 to 32: 425.0 ns, 0.00 % more than the untimed loop; 1.3 % less is expected, the share of the interrupts
  - d: 3 of its events were repeated, because the machine delayed the thread that starts them
  - d: 2 events were early; the percentiles leave them out
  - e: timed in groups of 1 to 32: 100.0 ns, 0.00 % more than the untimed loop; 1.3 % less is expected, the share of the interrupts
  - b and 1 more: the time of an operation is divided by its 1.2500 counted units
  - a note
  - another
not available here:
  - g: no second CPU
  - i: no second CPU
  - i: no second CPU
  - i: no second CPU
)");
}

TEST(conditions_text, in_brief_of_an_eventful_run) {
    EXPECT_EQ("\n" + conditions_text(eventful_run(), extent::brief), R"(
self-checks: all passed (all iterations counted and shared evenly, no timed interval missing, 2 impossible samples, each thread on its CPU)
noise floor: 3.0 %, above 100 %, not known (the first case of each kind against itself)
machine: 97.5 % of 800 reference loops were fast; one in ten took at least 1.62 times the fast time: the machine changed its speed; interrupts took 1.3 %
CPUs 2 and 13: a cache line takes 160.0 ns from one CPU to the other; 75.0 % of 2 readings differ from this by less than a quarter; all are 160.0 to 161.0 ns; and of 2 more, all in the file that --json writes
stopped: every interval is narrow enough (24 rounds in 12 passes, 12.3 s, spread over 90 s)
±: a 95 % interval for this machine over these 90 s; each pass is a process
cost not known within 10 %: c; use more --time or fewer cases
failed: h: it has ended
remark: a note
remark: another
remark: and 8 more, all in the file that --json writes
not available here: g: no second CPU
not available here: i: no second CPU
not available here: and 2 more, all in the file that --json writes
)");
}

TEST(conditions_text, of_failed_self_checks_has_all_of_them_first) {
    result run = eventful_run();
    run.cases[0].record.failures = {"turns lost"};
    run.controls[0].record.failures = {"an interval is missing"};
    run.failures = {"a shorter interval was later", "two", "three", "four"};
    for (const extent how_much : {extent::whole, extent::brief}) {
        EXPECT_THAT(conditions_text(run, how_much),
                    StartsWith("self-checks: FAILED, do not use any figure of this run\n"
                               "  - a: turns lost\n"
                               "  - a shorter interval was later\n  - two\n  - three\n  - four\n"
                               "  - a (its control): an interval is missing\n"));
    }
}

TEST(conditions_text, of_nothing_that_was_measured) {
    const std::string text = conditions_text(result_of({one_round_a_pass("a", {})}));
    EXPECT_THAT(text, AllOf(StartsWith("self-checks: none, no round was measured\n"),
                            Not(HasSubstr("±")), Not(HasSubstr("not known within"))));
    EXPECT_THAT(conditions_text(result{}), Not(HasSubstr("noise floor")));
    EXPECT_THAT(conditions_text(result{}, extent::brief), Not(HasSubstr("noise floor")));
}

TEST(conditions_text, why_it_stopped) {
    result run = result_of({one_round_a_pass("a", steady)});
    run.took_s = 2;
    using measure::stop_reason;
    const std::pair<stop_reason, const char*> words[] = {
        {stop_reason::budget, "stopped: the time is spent ("},
        {stop_reason::rounds, "stopped: all rounds are done ("},
        {stop_reason::passes, "stopped: all passes are done ("},
        {stop_reason::interrupted, "stopped: interrupted; these results are partial ("},
        {stop_reason::failed, "stopped: a self-check failed ("}};
    for (const auto& [why, text] : words) {
        run.stopped = why;
        EXPECT_THAT(conditions_text(run),
                    HasSubstr(std::string(text) + "0 rounds in 1 pass, 2.0 s)\n"));
    }
    run.stopped = stop_reason::budget;
    run.budget_s = 1.5;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("2.0 s instead of 1.5 s: the passes took longer than planned"));
    run.stops = 2;
    EXPECT_THAT(conditions_text(run), HasSubstr("2.0 s instead of 1.5 s: it was stopped 2 times)"));
}

TEST(conditions_text, of_a_slope_that_is_less_by_the_share_of_interrupts) {
    result run = result_of({with_slope(one_round_a_pass("a", steady), 98)});
    run.speed.interrupts_share = 0.02;
    run.speed.interrupts_u95 = 0.002;
    conclude_anew(run);
    EXPECT_THAT(conditions_text(run), Not(HasSubstr("in groups of 1 to 32")));
    run.speed.interrupts_share = 0.005;
    conclude_anew(run);
    EXPECT_THAT(conditions_text(run),
                HasSubstr("2.0 % less than the untimed loop; "
                          "0.50 % less is expected, the share of the interrupts\n"));
}

TEST(conditions_text, of_a_single_pass_no_interval_is_explained) {
    const result run = result_of({one_round_a_pass("a", {1})});
    EXPECT_THAT(conditions_text(run), Not(HasSubstr("±")));
}

TEST(conditions_text, lists_costs_that_are_not_sure_to_ten_per_cent) {
    const auto said_of = [](double by) {
        return conditions_text(result_of({one_round_a_pass("a", scattered(by))}));
    };
    EXPECT_THAT(said_of(0.05), Not(HasSubstr("not known within")));
    EXPECT_THAT(said_of(0.2),
                HasSubstr("cost not known within 10 %: a; use more --time or fewer cases\n"));
}

TEST(conditions_text, advises_how_to_make_costs_sure) {
    result run = result_of({one_round_a_pass("a", scattered(0.2))});
    run.stopped = measure::stop_reason::passes;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("cost not known within 10 %: a; use more --passes\n"));
    run.stopped = measure::stop_reason::rounds;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("cost not known within 10 %: a; use more --rounds\n"));
}

TEST(conditions_text, of_a_machine_that_kept_its_speed) {
    result run = result_of({one_round_a_pass("a", steady), one_round_a_pass("b", steady)});
    run.speed.loops = 800;
    run.speed.fast_share = 0.975;
    run.speed.slow_ratio = 1.02;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("machine: 97.5 % of 800 reference loops were fast\n"));
}

TEST(conditions_text, in_brief_has_all_of_few_remarks) {
    result run = result_of({one_round_a_pass("a", steady)});
    run.cases[0].record.repeated = 3;
    run.notes = {"note 1", "note 2"};
    run.speed.latencies[{0, 1}] = {47, 0.8, 30, 160, 800};
    run.unavailable = {{"b", "no second CPU"}};
    const std::string text = conditions_text(run, extent::brief);
    EXPECT_THAT(text, HasSubstr("\nremark: note 1\nremark: note 2\nremark: a: 3 of its events"))
        << "three are no more lines than two and a count";
    EXPECT_THAT(text, HasSubstr("all are 30.0 to 160.0 ns\n"));
    EXPECT_TRUE(text.ends_with("\nnot available here: b: no second CPU\n"));
}

std::string said_of_self_timed(const std::vector<double>& values_ns,
                               const std::vector<double>& of_ours = {}) {
    measure::case_record timed =
        valued(measure::method::self_timed, one_round_a_pass("fiber/yield/impl:go", values_ns));
    timed.compared_with = "fiber/yield";
    return conditions_text(result_of({timed, one_round_a_pass("fiber/yield", of_ours)}));
}

TEST(conditions_text, of_a_case_with_a_clock_of_its_own_that_warms_up_or_becomes_slower) {
    const std::vector<double> falling{130, 121, 115, 111, 108, 106, 104, 103, 102};
    const std::vector<double> rising(falling.rbegin(), falling.rend());
    const std::string warms_up = "  - fiber/yield/impl:go: its cost fell by 14.9 % from "
                                 "the first passes to the last; give more time\n";
    EXPECT_THAT(said_of_self_timed(falling), HasSubstr(warms_up));
    EXPECT_THAT(said_of_self_timed(falling, std::vector<double>(9, 100)), HasSubstr(warms_up));
    EXPECT_THAT(said_of_self_timed(falling, falling), Not(HasSubstr("its cost")))
        << "the machine became faster";
    EXPECT_THAT(said_of_self_timed(steady, falling), Not(HasSubstr("yield: its cost")))
        << "ours does not";
    EXPECT_THAT(said_of_self_timed(rising), HasSubstr("its cost grew by 17.5 % from"));
    for (const std::vector<double>& chance : std::vector<std::vector<double>>{
             {130, 100, 121, 111, 104, 115, 102, 103, 106},
             {130, 120, 110, 100, 90},
             {100.9, 100.8, 100.7, 100.6, 100.5, 100.4, 100.3, 100.2, 100.1},
             {0, 0, 0, 1, 2, 3, 4, 5, 6}}) {
        EXPECT_THAT(said_of_self_timed(chance), Not(HasSubstr("from the first passes")))
            << ::testing::PrintToString(chance);
    }
}

} // namespace
} // namespace tollgate::report
