// SPDX-License-Identifier: BSL-1.0
//
// Measures how often the printed 95 % intervals contain the truth. It simulates whole runs in
// worlds whose truth is known, and calls the function that summarizes real runs.
//
//   checks/acceptance/run coverage       RUNS=10000 for each row: some minutes
//
//   simulate_intervals [RUNS [NAME]]      only worlds with NAME in their name
//
// simulated_runs.hpp makes a run. A row is for a world and a number of passes. Its columns:
//
//   cover     share of runs whose printed interval contains the truth
//   promise   bounds of `cover`, give or take three standard errors of the simulation
//   ±         median over runs, relative to the value
//   as it is  the same for the value as it is, even if the quiet value is printed
//   disjoint  share of pairs of independent runs whose intervals do not overlap; quiet values are
//             compared only with quiet values, and values as they are only with each other
//   quiet     share of runs that printed the quiet value
//   it covers share of those runs whose interval contains the quiet level
//
// For a quiet value, the truth is the quiet level. For a value as it is, the truth is the average,
// either over the run's own time or over all times. A run that is shorter than the machine's phases
// can measure only the average over its own time. The values within such a run differ more than the
// averages of several runs, so more than 97 % of the intervals contain the truth.
//
// The exit code is 1 if a promise is broken. The seed is fixed.
#include "simulated_runs.hpp"

#include <tollgate/measure/case_summary.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace simulated;

/// The rows to print, and the number of runs for each.
struct row_choice {
    int runs = 10000;
    std::string only; ///< text in the names of the worlds
    int printed = 0;
};

/// Counts over the runs of one row.
class tally {
public:
    void add(const measure::case_summary& summary, double as_it_is_ns) {
        ++runs_;
        const bool quiet = summary.quiet_ns.has_value();
        quiet_ += quiet ? 1 : 0;
        const measure::estimate& value = summary.value_ns;
        if (!value.range) {
            return;
        }
        const bool covers = value.range->contains(quiet ? level_ns : as_it_is_ns);
        covered_ += covers ? 1 : 0;
        quiet_covered_ += quiet && covers ? 1 : 0;
        widths_.push_back(percent_of(value));
        if (summary.as_it_is_ns.range) {
            as_it_is_widths_.push_back(percent_of(summary.as_it_is_ns));
        }
        measure::estimate& earlier = earlier_[quiet ? 1 : 0];
        if (earlier.range) {
            ++pairs_;
            disjoint_ +=
                value.range->high < earlier.range->low || earlier.range->high < value.range->low
                    ? 1
                    : 0;
        }
        earlier = value;
    }

    /// Prints a row; false if its promise is broken.
    [[nodiscard]] bool print(const world& in, const std::string& passes) {
        const double cover = 100. * covered_ / runs_;
        const double slack = 3 * std::sqrt(cover * (100 - cover) / runs_);
        const bool held = in.least - slack <= cover && cover <= in.most + slack;
        std::printf("%-56s %4s %7.1f %5.0f-%-3.0f %7.2f %8.2f %8.1f %6.0f %9.1f%s\n",
                    in.name.c_str(), passes.c_str(), cover, in.least, in.most, middle(widths_),
                    middle(as_it_is_widths_), pairs_ == 0 ? 0 : 100. * disjoint_ / pairs_,
                    100. * quiet_ / runs_, quiet_ == 0 ? 0 : 100. * quiet_covered_ / quiet_,
                    held ? "" : "   BROKEN");
        std::fflush(stdout);
        return held;
    }

private:
    static double percent_of(const measure::estimate& value) {
        return 100 * *value.uncertainty() / value.value;
    }
    static double middle(std::vector<double>& widths) {
        const auto at = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
        std::nth_element(widths.begin(), at, widths.end());
        return widths.empty() ? 0 : *at;
    }

    int runs_ = 0;
    int quiet_ = 0;
    int covered_ = 0;
    int quiet_covered_ = 0;
    int pairs_ = 0;
    int disjoint_ = 0;
    std::vector<double> widths_;
    std::vector<double> as_it_is_widths_;
    measure::estimate earlier_[2];
};

double truth_ns(const world& in, const simulated_run& run) {
    return level_ns * (in.truth == average_of::own_time ? run.own_time : in.all_times);
}

/// Whether rows of this world are printed; counts them.
bool is_chosen(const world& in, row_choice& chosen) {
    const bool matches = in.name.find(chosen.only) != std::string::npos;
    chosen.printed += matches ? 1 : 0;
    return matches;
}

bool judge(const world& in, int passes, row_choice& chosen) {
    if (!is_chosen(in, chosen)) {
        return true;
    }
    random_bits bits(42);
    tally counts;
    for (int i = 0; i < chosen.runs; ++i) {
        const simulated_run run = simulate(in, passes, bits);
        counts.add(measure::summarize(run.record, run.speed), truth_ns(in, run));
    }
    return counts.print(in, std::to_string(passes));
}

/// Judges runs that end as soon as their printed ± is below 0.5 %, after 6 to 10 passes.
bool judge_stopped(const world& in, row_choice& chosen) {
    if (!is_chosen(in, chosen)) {
        return true;
    }
    random_bits bits(42);
    tally counts;
    for (int i = 0; i < chosen.runs; ++i) {
        const simulated_run whole = simulate(in, 10, bits);
        measure::case_summary summary;
        for (std::size_t passes = 6; passes <= 10; ++passes) {
            measure::case_record record;
            const auto end = static_cast<std::ptrdiff_t>(passes) * in.rounds;
            record.rounds.assign(whole.record.rounds.begin(), whole.record.rounds.begin() + end);
            record.cpus = whole.record.cpus;
            summary = measure::summarize(record, whole.speed);
            const auto uncertain = summary.value_ns.uncertainty();
            if (uncertain && *uncertain < 0.005 * summary.value_ns.value) {
                break;
            }
        }
        counts.add(summary, truth_ns(in, whole));
    }
    return counts.print(in, "6-10");
}

/// The values of different rounds are independent.
std::vector<world> independent_worlds() {
    std::vector<world> worlds;
    worlds.push_back({.name = "independent rounds, 3 a pass", .rounds = 3});
    worlds.push_back({.name = "independent rounds, 10 a pass"});
    worlds.push_back({.name = "independent rounds, references", .reference = references::of_run});
    worlds.push_back({.name = "layout of a pass 0.5 %", .noise = 0.005, .layout = 0.005});
    worlds.push_back({.name = "5 % of rounds x 1.3",
                      .of_round = [](auto& bits) { return uniform(bits) < 0.05 ? 1.3 : 1; },
                      .all_times = 1.015});
    worlds.push_back({.name = "5 % of rounds x 1.3, which references miss",
                      .of_round = [](auto& bits) { return uniform(bits) < 0.05 ? 1.3 : 1; },
                      .reference = references::of_run,
                      .all_times = 1.015});
    worlds.push_back(
        {.name = "10 % of passes x 1.05 to 1.3, of the level of the others",
         .of_pass = [](auto& b) { return uniform(b) < 0.1 ? 1.05 + 0.25 * uniform(b) : 1; }});
    worlds.push_back({.name = "interrupts of 13 us, one a ms on average",
                      .of_round = interrupts(1, 13),
                      .all_times = 1.013});
    worlds.push_back({.name = "interrupts of 130 us, one in 10 ms on average",
                      .of_round = interrupts(0.1, 130),
                      .all_times = 1.013});
    worlds.push_back({.name = "interrupts of 13 us, each ms",
                      .noise = 0.003,
                      .of_round = periodic_interrupts,
                      .all_times = 1.013});
    return worlds;
}

/// Correlations between neighbouring rounds, five of which take half of a pass. At 0.8,
/// neighbouring passes are correlated, too, and the promise is weaker.
std::vector<world> correlated_worlds() {
    std::vector<world> worlds;
    for (const double correlation : {0.2, 0.4, 0.6, 0.8}) {
        char name[64];
        std::snprintf(name, sizeof name, "rounds correlated by %.1f", correlation);
        worlds.push_back({.name = name,
                          .rounds = 5,
                          .spread = 0.5,
                          .noise = 0.002,
                          .speed = correlated(-0.1 / std::log(correlation)),
                          .least = correlation < 0.7 ? 93. : 88.});
    }
    for (const double memory : {1., 5.}) {
        worlds.push_back({.name = "correlated over " + std::to_string(static_cast<int>(memory)) +
                                  (memory > 1 ? " passes" : " pass") + ", of its own time",
                          .noise = 0.005,
                          .speed = correlated(memory),
                          .truth = average_of::own_time,
                          .most = 100});
    }
    worlds.push_back({.name = "drift of 2 % over the run",
                      .speed = drifting,
                      .truth = average_of::own_time,
                      .most = 100});
    return worlds;
}

/// The machine alternates between quiet and 1.6 times slower, without and with references.
std::vector<world> worlds_of_two_speeds() {
    std::vector<world> worlds;
    const auto add = [&](double seconds, double phase_s, double slow_share, references reference,
                         double least) {
        char name[64];
        std::snprintf(name, sizeof name, "%3.0f s, phases of %2.0f s, %2.0f %% slow, %s", seconds,
                      phase_s, 100 * slow_share,
                      reference == references::none     ? "as it is"
                      : reference == references::of_run ? "references"
                                                        : "remembered");
        worlds.push_back({.name = name,
                          .seconds = seconds,
                          .speed = two_speeds(phase_s, slow_share),
                          .reference = reference,
                          .truth = average_of::own_time,
                          .all_times = 1 + (slow - 1) * slow_share,
                          .least = least,
                          .most = 100});
    };
    for (const double seconds : {4., 10., 30., 100.}) {
        for (const double phase_s : {2., 5., 10.}) {
            add(seconds, phase_s, 0.5, references::none, 88);
            add(seconds, phase_s, 0.5, references::remembered, 88);
            if (seconds >= 30) {
                add(seconds, phase_s, 0.5, references::of_run, 88);
            }
        }
        add(seconds, 5, 0.2, references::none, 88);
        add(seconds, 5, 0.2, references::remembered, 88);
        add(seconds, 5, 0.8, references::none, 88);
        add(seconds, 5, 0.8, references::remembered, 88);
    }
    worlds.push_back({.name = "the same, only references change",
                      .speed = two_speeds(2, 0.5),
                      .concerned = false,
                      .reference = references::remembered});
    worlds.push_back({.name = "the same, and rounds x 1 or x 10",
                      .speed = two_speeds(2, 0.5),
                      .concerned = false,
                      .of_round = [](auto& bits) { return uniform(bits) < 0.5 ? 10 : 1; },
                      .reference = references::remembered,
                      .all_times = 5.5});
    return worlds;
}

bool judge_all(const std::vector<world>& worlds, row_choice& chosen,
               const std::vector<int>& passes) {
    bool held = true;
    for (const world& each : worlds) {
        for (const int number : passes) {
            held = judge(each, number, chosen) && held;
        }
    }
    return held;
}

/// Passes whose differences are not normal, or are rare.
std::vector<world> uneven_worlds() {
    const auto either = [](random_bits& bits) { return uniform(bits) < 0.5 ? 0.98 : 1.02; };
    std::vector<world> worlds;
    worlds.push_back({.name = "two layouts, 4 % apart", .of_pass = either, .most = 100});
    worlds.push_back({.name = "the same, two speeds, 40 % slow, remembered",
                      .speed = two_speeds(5, 0.4),
                      .of_pass = either,
                      .reference = references::remembered,
                      .truth = average_of::own_time,
                      .least = 88,
                      .most = 100});
    worlds.push_back({.name = "30 s, phases of 5 s, 5 % slow, as it is",
                      .speed = two_speeds(5, 0.05),
                      .truth = average_of::own_time,
                      .least = 88,
                      .most = 100});
    return worlds;
}

/// The cost of two threads on CPUs that a host moves; references measure their cache-line latency.
/// A short run may see another latency more often than the usual one, and take it for the usual
/// one: the promise is weaker.
std::vector<world> worlds_of_moved_cpus() {
    std::vector<world> worlds;
    const auto add = [&](double seconds, bool in_each_run, references reference) {
        char name[64];
        std::snprintf(name, sizeof name, "%2.0f s, moved CPUs, usual 70-85 %% of %s, %s", seconds,
                      in_each_run ? "each run" : "all time",
                      reference == references::none ? "as it is" : "latency");
        worlds.push_back({.name = name,
                          .seconds = seconds,
                          .speed = in_each_run ? moved_in_each_run : moved,
                          .reference = reference,
                          .truth = average_of::own_time,
                          .least = in_each_run ? 93. : 88.,
                          .most = 100});
    };
    for (const double seconds : {10., 30.}) {
        for (const bool in_each_run : {true, false}) {
            add(seconds, in_each_run, references::none);
            add(seconds, in_each_run, references::latency);
        }
    }
    return worlds;
}

} // namespace

int main(int argc, char** argv) {
    row_choice chosen;
    chosen.runs = argc >= 2 ? std::atoi(argv[1]) : chosen.runs;
    chosen.only = argc == 3 ? argv[2] : "";
    if (argc > 3 || chosen.runs < 100) {
        std::fputs("usage: simulate_intervals [RUNS [NAME]]      at least 100 runs\n", stderr);
        return 2;
    }
    std::printf("%-56s %4s %7s %9s %8s %8s %8s %6s %9s\n", "world", "P", "cover %", "promise",
                "± %", "as it is", "disjoint", "quiet", "it covers");
    const std::vector<int> passes{6, 8, 10};
    bool held = judge_all(independent_worlds(), chosen, passes);
    for (const double noise : {0.005, 0.01, 0.015, 0.02}) {
        char name[64];
        std::snprintf(name, sizeof name, "stopped below 0.5 %%, noise %.1f %%", 100 * noise);
        held = judge_stopped({.name = name, .noise = noise}, chosen) && held;
    }
    held = judge_all(correlated_worlds(), chosen, passes) && held;
    held = judge_all(worlds_of_two_speeds(), chosen, passes) && held;
    held = judge_all(worlds_of_moved_cpus(), chosen, {6, 9}) && held;
    held = judge_all(uneven_worlds(), chosen, {6, 9, 20, 60}) && held;
    if (chosen.printed == 0) {
        std::fputs("simulate_intervals: no world has this name\n", stderr);
        return 2;
    }
    return held ? 0 : 1;
}
