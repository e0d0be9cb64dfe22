// SPDX-License-Identifier: BSL-1.0
//
// Do the printed 95 % intervals cover what they are of? Whole runs are simulated, in worlds whose
// truth is known, and given to the function that summarizes real ones.
//
//   acceptance/run coverage       RUNS=10000 a row if not given: some minutes
//
// A run has passes, spread evenly over its time; a pass has rounds. The value of a round is the
// machine's slowness over a batch, times the layout of the pass, times noise. A row is one world
// and one number of passes. Its columns:
//
//   cover     share of runs whose printed interval contains the truth
//   promise   what `cover` must lie between, give or take three standard errors of the simulation
//   ±         median over runs, of the value
//   disjoint  share of pairs of independent runs whose intervals do not meet; the quiet value is
//             compared only with the quiet value, and the value as it is only with the same
//   quiet     share of runs that printed the quiet value
//
// The truth is the quiet level where the quiet value is printed. Of the value as it is the truth is
// the average, either of the run's own time or of all times. A run that is shorter than the
// machine's phases cannot know the average of all times; it can know that of its own time. The
// values of one run then differ more than the averages of such runs, so more than 97 % are covered.
//
// The exit code is 1 if a promise is broken. The seed is fixed.
#include <tollgate/measure/case_summary.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

namespace measure = tollgate::measure;
using random_bits = std::mt19937_64;

constexpr double level_ns = 100;
constexpr double reference_ns = 300e3;
constexpr double batch_s = 0.002;
constexpr double reference_s = reference_ns * 1e-9;
constexpr double slow = 1.6;

double uniform(random_bits& bits) {
    return std::uniform_real_distribution<>()(bits);
}
double normal(random_bits& bits) {
    return std::normal_distribution<>()(bits);
}
double exponential(random_bits& bits, double mean) {
    return std::exponential_distribution<>(1 / mean)(bits);
}

/// How slow the machine is at which time of a run: 1 is the quiet level. Constant in pieces.
class course {
public:
    void add(double begin_s, double level) {
        begins_s_.push_back(begin_s);
        levels_.push_back(level);
    }

    [[nodiscard]] double average(double from_s, double length_s) const {
        const double to_s = from_s + length_s;
        const auto after = std::upper_bound(begins_s_.begin(), begins_s_.end(), from_s);
        auto i = static_cast<std::size_t>(std::distance(begins_s_.begin(), after));
        i -= i == 0 ? 0 : 1;
        double sum = 0;
        for (double at_s = from_s; at_s < to_s; ++i) {
            const bool last = i + 1 == begins_s_.size();
            const double end_s = last ? to_s : std::min(to_s, begins_s_[i + 1]);
            sum += (end_s - at_s) * levels_[i];
            at_s = end_s;
        }
        return sum / length_s;
    }

private:
    std::vector<double> begins_s_;
    std::vector<double> levels_;
};

enum class references {
    none,
    of_run,    ///< the fast level is that of the fastest 2 % of the run's reference loops
    remembered ///< the same, unless an earlier run knew a faster one
};

enum class average_of { own_time, all_times };

course steady(random_bits& /*unused*/, double /*seconds*/, int /*passes*/) {
    course result;
    result.add(0, 1);
    return result;
}

double unchanged(random_bits& /*unused*/) {
    return 1;
}

struct world {
    std::string name;
    double seconds = 30;
    int rounds = 10;
    double spread = 1; ///< over which share of its pass the rounds of a case are spread
    double noise = 0.01;
    double layout = 0.003;
    std::function<course(random_bits&, double seconds, int passes)> speed = steady;
    bool concerned = true; ///< else the machine's speed is that of reference loops alone
    std::function<double(random_bits&)> of_round = unchanged; ///< a factor
    std::function<double(random_bits&)> of_pass = unchanged;  ///< a factor
    references taken = references::none;
    average_of truth = average_of::all_times;
    double all_times = 1; ///< the average
    double least = 93;    ///< per cent
    double most = 97;
};

struct simulated_run {
    measure::case_record record;
    measure::machine_speed speed; ///< the fast level of CPU 0, if there are references
    double own_time = 1;          ///< average slowness
};

/// Of all the time `slow_share` is slow; a slow phase and a quiet one last twice `phase_s`
/// together.
auto two_speeds(double phase_s, double slow_share) {
    return [=](random_bits& bits, double seconds, int /*passes*/) {
        course result;
        bool is_slow = uniform(bits) < slow_share;
        for (double at_s = 0; at_s < seconds; is_slow = !is_slow) {
            result.add(at_s, is_slow ? slow : 1);
            at_s += exponential(bits, 2 * phase_s * (is_slow ? slow_share : 1 - slow_share));
        }
        return result;
    };
}

constexpr int steps_in_pass = 40;

/// A normal process of standard deviation 1.5 % whose correlation falls to 1/e in so many passes.
auto correlated(double passes_of_memory) {
    return [=](random_bits& bits, double seconds, int passes) {
        const int steps = passes * steps_in_pass;
        const double kept = std::exp(-1 / (passes_of_memory * steps_in_pass));
        course result;
        double state = normal(bits);
        for (int i = 0; i < steps; ++i) {
            result.add(seconds * i / steps, 1 + 0.015 * state);
            state = kept * state + std::sqrt(1 - kept * kept) * normal(bits);
        }
        return result;
    };
}

course drifting(random_bits& /*unused*/, double seconds, int /*passes*/) {
    constexpr int steps = 400;
    course result;
    for (int i = 0; i < steps; ++i) {
        result.add(seconds * i / steps, 0.99 + 0.02 * (i + 0.5) / steps);
    }
    return result;
}

/// The share that interrupts add to a batch, when so many come in each ms.
auto interrupts(double in_ms, double microseconds) {
    return [=](random_bits& bits) {
        const double expected = in_ms * batch_s * 1e3;
        return 1 + std::poisson_distribution<>(expected)(bits) * microseconds * 1e-6 / batch_s;
    };
}

/// One comes each ms; a batch lasts 2.0 to 2.1 ms.
double periodic_interrupts(random_bits& bits) {
    const double length_ms = 2 + 0.1 * uniform(bits);
    return 1 + std::floor(length_ms + uniform(bits)) * 0.013 / length_ms;
}

double fast_level_ns(const course& machine, const world& in, random_bits& bits,
                     std::vector<double> seen_ns) {
    constexpr int of_other_cases = 400;
    for (int i = 0; i < of_other_cases; ++i) {
        const double at_s = in.seconds * (i + uniform(bits)) / of_other_cases;
        seen_ns.push_back(reference_ns * machine.average(at_s, reference_s) *
                          (1 + 0.002 * normal(bits)));
    }
    const auto wanted = seen_ns.begin() + static_cast<std::ptrdiff_t>(seen_ns.size() / 50);
    std::nth_element(seen_ns.begin(), wanted, seen_ns.end());
    return in.taken == references::remembered ? std::min(*wanted, reference_ns) : *wanted;
}

simulated_run simulate(const world& in, int passes, random_bits& bits) {
    simulated_run run;
    const course machine = in.speed(bits, in.seconds, passes);
    run.own_time = in.concerned ? machine.average(0, in.seconds) : 1;
    const double pass_s = in.seconds / passes;
    std::vector<double> seen_ns;
    const auto reference_at = [&](double at_s) {
        seen_ns.push_back(reference_ns * machine.average(at_s, reference_s) *
                          (1 + 0.002 * normal(bits)));
        return seen_ns.back();
    };
    for (int pass = 0; pass < passes; ++pass) {
        const double of_pass = (1 + in.layout * normal(bits)) * in.of_pass(bits);
        for (int i = 0; i < in.rounds; ++i) {
            const double begin_s =
                pass_s * (pass + (1 - in.spread) / 2 + in.spread * (i + 0.5) / in.rounds);
            measure::case_round round;
            round.process = static_cast<std::uint64_t>(pass);
            round.round = static_cast<std::uint64_t>(i);
            const double slowness = in.concerned ? machine.average(begin_s, batch_s) : 1;
            round.value_ns =
                level_ns * slowness * of_pass * in.of_round(bits) * (1 + in.noise * normal(bits));
            if (in.taken != references::none) {
                round.reference_before_ns = reference_at(begin_s - reference_s);
                round.reference_after_ns = reference_at(begin_s + batch_s);
            }
            run.record.rounds.push_back(round);
        }
    }
    if (in.taken != references::none) {
        run.record.cpus = {0};
        run.speed.fast_ns = {{0, fast_level_ns(machine, in, bits, std::move(seen_ns))}};
    }
    return run;
}

/// What is counted over the runs of one row.
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
        covered_ += value.range->contains(quiet ? level_ns : as_it_is_ns) ? 1 : 0;
        widths_.push_back(100 * *value.uncertainty() / value.value);
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
        const auto middle = widths_.begin() + static_cast<std::ptrdiff_t>(widths_.size() / 2);
        std::nth_element(widths_.begin(), middle, widths_.end());
        std::printf("%-56s %4s %7.1f %5.0f-%-3.0f %7.2f %8.1f %6.0f%s\n", in.name.c_str(),
                    passes.c_str(), cover, in.least, in.most, widths_.empty() ? 0 : *middle,
                    pairs_ == 0 ? 0 : 100. * disjoint_ / pairs_, 100. * quiet_ / runs_,
                    held ? "" : "   BROKEN");
        std::fflush(stdout);
        return held;
    }

private:
    int runs_ = 0;
    int quiet_ = 0;
    int covered_ = 0;
    int pairs_ = 0;
    int disjoint_ = 0;
    std::vector<double> widths_;
    measure::estimate earlier_[2];
};

double truth_ns(const world& in, const simulated_run& run) {
    return level_ns * (in.truth == average_of::own_time ? run.own_time : in.all_times);
}

bool judge(const world& in, int passes, int runs) {
    random_bits bits(42);
    tally seen;
    for (int i = 0; i < runs; ++i) {
        const simulated_run run = simulate(in, passes, bits);
        seen.add(measure::summarize(run.record, run.speed), truth_ns(in, run));
    }
    return seen.print(in, std::to_string(passes));
}

/// Runs that end after the first of 6 to 10 passes whose printed ± is below 0.5 %.
bool judge_stopped(const world& in, int runs) {
    random_bits bits(42);
    tally seen;
    for (int i = 0; i < runs; ++i) {
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
        seen.add(summary, truth_ns(in, whole));
    }
    return seen.print(in, "6-10");
}

/// The values of different rounds are independent.
std::vector<world> independent_worlds() {
    std::vector<world> worlds;
    worlds.push_back({.name = "independent rounds, 3 a pass", .rounds = 3});
    worlds.push_back({.name = "independent rounds, 10 a pass"});
    worlds.push_back({.name = "independent rounds, references", .taken = references::of_run});
    worlds.push_back({.name = "layout of a pass 0.5 %", .noise = 0.005, .layout = 0.005});
    worlds.push_back({.name = "5 % of rounds x 1.3",
                      .of_round = [](auto& bits) { return uniform(bits) < 0.05 ? 1.3 : 1; },
                      .all_times = 1.015});
    worlds.push_back({.name = "5 % of rounds x 1.3, which references miss",
                      .of_round = [](auto& bits) { return uniform(bits) < 0.05 ? 1.3 : 1; },
                      .taken = references::of_run,
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

/// Correlations between neighbouring rounds, five of which take half of a pass. At 0.8 neighbouring
/// passes are alike, too, and less is promised.
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

/// The machine is now quiet, now x 1.6: without references, and with.
std::vector<world> worlds_of_two_speeds() {
    std::vector<world> worlds;
    const auto add = [&](double seconds, double phase_s, double slow_share, references taken,
                         double least) {
        char name[64];
        std::snprintf(name, sizeof name, "%3.0f s, phases of %2.0f s, %2.0f %% slow, %s", seconds,
                      phase_s, 100 * slow_share,
                      taken == references::none     ? "as it is"
                      : taken == references::of_run ? "references"
                                                    : "remembered");
        worlds.push_back({.name = name,
                          .seconds = seconds,
                          .speed = two_speeds(phase_s, slow_share),
                          .taken = taken,
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
    worlds.push_back({.name = "the same of references alone",
                      .speed = two_speeds(2, 0.5),
                      .concerned = false,
                      .taken = references::remembered});
    worlds.push_back({.name = "the same, and rounds x 1 or x 10",
                      .speed = two_speeds(2, 0.5),
                      .concerned = false,
                      .of_round = [](auto& bits) { return uniform(bits) < 0.5 ? 10 : 1; },
                      .taken = references::remembered,
                      .all_times = 5.5});
    return worlds;
}

bool judge_all(const std::vector<world>& worlds, int runs, const std::vector<int>& passes) {
    bool held = true;
    for (const world& each : worlds) {
        for (const int number : passes) {
            held = judge(each, number, runs) && held;
        }
    }
    return held;
}

/// Passes differ in a way that is not normal, or that few of them show.
std::vector<world> uneven_worlds() {
    const auto either = [](random_bits& bits) { return uniform(bits) < 0.5 ? 0.98 : 1.02; };
    std::vector<world> worlds;
    worlds.push_back({.name = "two layouts, 4 % apart", .of_pass = either, .most = 100});
    worlds.push_back({.name = "the same, two speeds, 40 % slow, remembered",
                      .speed = two_speeds(5, 0.4),
                      .of_pass = either,
                      .taken = references::remembered,
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

} // namespace

int main(int argc, char** argv) {
    const int runs = argc == 2 ? std::atoi(argv[1]) : 10000;
    if (argc > 2 || runs < 100) {
        std::fputs("usage: simulate_intervals [RUNS]      at least 100\n", stderr);
        return 2;
    }
    std::printf("%-56s %4s %7s %9s %8s %8s %6s\n", "world", "P", "cover %", "promise", "± %",
                "disjoint", "quiet");
    const std::vector<int> usual{6, 8, 10};
    bool held = judge_all(independent_worlds(), runs, usual);
    for (const double noise : {0.005, 0.01, 0.015, 0.02}) {
        char name[64];
        std::snprintf(name, sizeof name, "stopped below 0.5 %%, noise %.1f %%", 100 * noise);
        held = judge_stopped({.name = name, .noise = noise}, runs) && held;
    }
    held = judge_all(correlated_worlds(), runs, usual) && held;
    held = judge_all(worlds_of_two_speeds(), runs, usual) && held;
    held = judge_all(uneven_worlds(), runs, {6, 9, 20, 60}) && held;
    return held ? 0 : 1;
}
