// SPDX-License-Identifier: BSL-1.0
// The text below the tables: self-checks, noise floor, the machine, why the run ended, remarks.
#include <tollgate/report/text.hpp>

#include "fake_result.hpp"

#include <gmock/gmock.h>

#include <algorithm>
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
    EXPECT_EQ(conditions_text(run),
              "self-checks: all passed (all iterations counted, no timed interval "
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
         counted(valued(measure::method::self_timed, with_slope(one_round_a_pass("f", steady), 50)),
                 0.5)});
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
self-checks: all passed (all iterations counted, no timed interval missing, 2 impossible samples, each thread on its CPU)
noise floor: 3.0 % (a against itself: ratio 1.0300 to 1.0300); it claims a difference that does not exist
noise floor: 410 % (b against itself: ratio 1.2938 to 5.1042); it claims a difference that does not exist
noise floor: not known (c against itself): 6 passes are needed
clock: tsc, a reading costs 8.50 ns (p99 9.25), resolution 0.71 ns, 2800.000 MHz ± 3.0 ppm
machine: fast in 97.5 % of 800 reference loops; one in ten took at least 1.62 times as long; interrupts took 1.3 %
CPUs 0 and 1: a cache line takes 47.2 ns from one CPU to the other; 81.5 % of 800 readings differ from this by less than a quarter; all are 30.0 to 160.5 ns
CPUs 2 and 13: a cache line takes 160.0 ns from one CPU to the other; 75.0 % of 2 readings differ from this by less than a quarter; all are 160.0 to 161.0 ns
CPUs 2 and 14: a cache line takes 160.0 ns from one CPU to the other; 100.0 % of 2 readings differ from this by less than a quarter; all are 160.0 to 161.0 ns
disturbed: 2 of 72 batches (for example: steal 2 ticks)
stopped: every interval is narrow enough (24 rounds in 12 passes, 12.3 s, spread over 90 s)
±: a 95 % interval for this machine over these 90 s; each pass is a process
?: 1 of 6 costs are not known within 10 % (??: within 50 %); more --time or fewer cases would help
failed:
  - h: it has ended
remarks:
  - a: a second method, which times groups of 1 to 32 operations, gives 90.0 ns, 10.0 % less (interrupts explain 1.3 %); do not rely on smaller differences
  - b: a second method, which times groups of 1 to 32 operations, gives 105 ns, 5.0 % more (interrupts explain 1.3 %); do not rely on smaller differences
  - b: 1 sample is beyond the histogram's range
  - c: a second method, which times groups of 1 to 32 operations, gives 425 ns, 0.00 % more (interrupts explain 1.3 %); do not rely on smaller differences
  - d: 3 of its events were repeated, because the machine delayed the thread that starts them
  - d: 2 events were early; the percentiles leave them out
  - e: a second method, which times groups of 1 to 32 operations, gives 100 ns, 0.00 % more (interrupts explain 1.3 %); do not rely on smaller differences
  - b and 1 more: their loops count 1.25 units in each step; the cost is for one unit
  - a note
  - another
not available here:
  - g: no second CPU
  - i: no second CPU
  - i: no second CPU
  - i: no second CPU
)");
}

TEST(brief_conditions, of_an_eventful_run) {
    EXPECT_EQ("\n" + brief_conditions(eventful_run(), {}, {.columns = 100}, 99), R"(
self-checks: all passed; noise floor: at most 410 %
stopped: every interval is narrow enough (24 rounds in 12 passes, 12.3 s, spread over 90 s)
failed:
  - h: it has ended
not available here: g and 3 more: no second CPU
?: 1 of 6 costs are not known within 10 % (??: within 50 %); more --time or fewer cases would help
±: a 95 % interval for this machine over these 90 s; each pass is a process
remark: a note
remark: another
machine: fast in 97.5 % of 800 reference loops; one in ten took at least 1.62 times as long;
    interrupts took 1.3 %
remark: a: a second method, which times groups of 1 to 32 operations, gives 90.0 ns, 10.0 % less
    (interrupts explain 1.3 %); do not rely on smaller differences
remark: b: a second method, which times groups of 1 to 32 operations, gives 105 ns, 5.0 % more
    (interrupts explain 1.3 %); do not rely on smaller differences
remark: b: 1 sample is beyond the histogram's range
remark: c: a second method, which times groups of 1 to 32 operations, gives 425 ns, 0.00 % more
    (interrupts explain 1.3 %); do not rely on smaller differences
remark: d: 3 of its events were repeated, because the machine delayed the thread that starts them
remark: d: 2 events were early; the percentiles leave them out
remark: e: a second method, which times groups of 1 to 32 operations, gives 100 ns, 0.00 % more
    (interrupts explain 1.3 %); do not rely on smaller differences
remark: b and 1 more: their loops count 1.25 units in each step; the cost is for one unit
)");
}

TEST(conditions_text, of_failed_self_checks_has_all_of_them_first) {
    result run = eventful_run();
    run.cases[0].record.failures = {"turns lost"};
    run.controls[0].record.failures = {"an interval is missing"};
    run.failures = {"a shorter interval was later", "two", "three", "four"};
    for (const std::string& text : {conditions_text(run), brief_conditions(run)}) {
        EXPECT_THAT(text,
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
    EXPECT_THAT(brief_conditions(result{}), Not(HasSubstr("noise floor")));
}

TEST(conditions_text, why_it_stopped) {
    result run = result_of({one_round_a_pass("a", steady)});
    run.took_s = 2;
    using measure::stop_reason;
    const std::pair<stop_reason, const char*> words[] = {
        {stop_reason::budget, "stopped: the time is spent ("},
        {stop_reason::rounds, "stopped: all rounds are done ("},
        {stop_reason::passes, "stopped: all passes are done ("},
        {stop_reason::failed, "stopped: a self-check failed ("}};
    for (const auto& [why, text] : words) {
        run.stopped = why;
        EXPECT_THAT(conditions_text(run),
                    HasSubstr(std::string(text) + "0 rounds in 1 pass, 2.0 s)\n"));
    }
    run.rounds = 1;
    run.stopped = stop_reason::interrupted;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("stopped: interrupted; these results are partial (1 round in 1 pass"));
    run.stopped = stop_reason::budget;
    run.budget_s = 1.5;
    EXPECT_THAT(conditions_text(run), HasSubstr("2.0 s instead of 1.5 s: the passes took longer"));
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
    EXPECT_THAT(conditions_text(run), HasSubstr("98.0 ns, 2.0 % less (interrupts explain 0.50 %)"));
}

TEST(conditions_text, of_a_single_pass_no_interval_is_explained) {
    const result run = result_of({one_round_a_pass("a", {1})});
    EXPECT_THAT(conditions_text(run), Not(HasSubstr("±")));
}

TEST(conditions_text, counts_costs_that_are_not_sure_to_ten_per_cent) {
    const auto run_of = [](double by) {
        result run = result_of({one_round_a_pass("a", scattered(by))});
        run.passes = 9;
        return run;
    };
    EXPECT_THAT(conditions_text(run_of(0.05)), Not(HasSubstr("not known within")));
    EXPECT_THAT(
        conditions_text(run_of(0.2)),
        HasSubstr("?: 1 of 1 costs are not known within 10 %; more --time or fewer cases would "
                  "help\n"));
    result rough = run_of(0.2);
    rough.cases.front().summary.as_it_is_ns.range.reset();
    EXPECT_THAT(conditions_text(rough), HasSubstr(" within 10 % (?\?: within 50 %); more"));
    rough.cases.push_back(rough.cases.front());
    rough.cases.back().record.gaps.watched = {{0, 0, 1}}; // has no row in the table
    EXPECT_THAT(conditions_text(rough), HasSubstr("?: 1 of 1 costs are"));
}

TEST(conditions_text, advises_how_to_make_costs_sure) {
    result run = result_of({one_round_a_pass("a", scattered(0.2))});
    run.stopped = measure::stop_reason::passes;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("?: 1 of 1 costs are not known within 10 %; more --passes would help\n"));
    run.stopped = measure::stop_reason::rounds;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("?: 1 of 1 costs are not known within 10 %; more --rounds would help\n"));
    run.rounds = 20;
    EXPECT_THAT(conditions_text(run), HasSubstr("more --passes would help\n"))
        << "a single pass has no interval";
    run.stopped = measure::stop_reason::budget;
    EXPECT_THAT(conditions_text(run), HasSubstr("more --passes would help\n"));
    run.passes = 9;
    EXPECT_THAT(conditions_text(run), HasSubstr("more --time or fewer cases would help\n"));
    run.stopped = measure::stop_reason::rounds;
    EXPECT_THAT(conditions_text(run), HasSubstr("more --rounds would help\n"));
}

TEST(conditions_text, of_a_machine_that_kept_its_speed) {
    result run = result_of({one_round_a_pass("a", steady), one_round_a_pass("b", steady)});
    run.speed.loops = 800;
    run.speed.fast_share = 0.975;
    run.speed.slow_ratio = 1.02;
    EXPECT_THAT(conditions_text(run),
                HasSubstr("machine: fast in 97.5 % of 800 reference loops\n"));
}

TEST(brief_conditions, leaves_out_the_least_important_lines_if_there_is_no_room) {
    const result run = eventful_run();
    const std::string all = brief_conditions(run, {}, {.columns = 100}, 99);
    const std::string some = brief_conditions(run, {}, {.columns = 100}, 8);
    EXPECT_THAT(all, Not(HasSubstr("--wide")));
    EXPECT_TRUE(some.ends_with("\n--wide prints 11 more remarks\n")) << some;
    EXPECT_LE(std::ranges::count(some, '\n'), 8) << some;
    EXPECT_THAT(brief_conditions(run, {}, {.columns = 100}, 0),
                AllOf(StartsWith("self-checks: "), HasSubstr("stopped: "), HasSubstr("h: it has"),
                      HasSubstr("\nnot available here: g and 3 more: no second CPU\n")));
}

TEST(brief_conditions, counts_the_lines_that_it_leaves_out) {
    result run = result_of({one_round_a_pass("a", {1})});
    run.cases[0].record.repeated = 1;
    run.passes = 9;
    run.notes = {"a note"};
    run.environment = {{"governor", environment::condition::bad, "powersave", "", "", ""}};
    EXPECT_THAT(
        brief_conditions(run, {}, {}, 99),
        AllOf(HasSubstr("remark: a: 1 of its events was repeated"), Not(HasSubstr("--wide"))));
    EXPECT_THAT(brief_conditions(run, {}, {}, 0),
                AllOf(HasSubstr("bad here: governor: powersave\n"),
                      HasSubstr("--wide prints 3 more remarks\n")))
        << "about the unsure cost, the note, the repeated event";
}

TEST(brief_conditions, has_words_for_cases_and_fits_the_terminal) {
    result run = result_of({one_round_a_pass("a", steady)});
    run.cases[0].record.repeated = 3;
    const std::string text = brief_conditions(run, {{{"a"}, "a sleep"}}, {.columns = 60}, 99);
    EXPECT_TRUE(text.ends_with("\nremark: a sleep: 3 of its events were repeated, because the\n"
                               "    machine delayed the thread that starts them\n"))
        << text;
}

TEST(conditions_text, of_a_run_that_was_interrupted_before_its_first_round) {
    result run = result_of({one_round_a_pass("a", {})});
    run.stopped = measure::stop_reason::interrupted;
    run.rounds = 0;
    EXPECT_THAT(brief_conditions(run), HasSubstr("stopped: interrupted in the first round; these "
                                                 "results are partial (nothing was measured)\n"));
    run.cases.emplace_back(one_round_a_pass("b", {1}));
    EXPECT_THAT(conditions_text(run), HasSubstr("partial (a cost is from a single batch)\n"));
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
