// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

constexpr double readings_per_group = 200;
/// Each other size gets a quarter of the operations. These groups serve only the fit.
constexpr std::uint64_t share_of_other_sizes = 4;
constexpr std::uint64_t fewest_samples = 32;
/// In a joined batch half of the time goes to samples, with 1.24 groups for 2.25 operations: 0.55
/// readings for each operation of the batch. If an operation takes this many readings, the readings
/// are below 1.4 % of the batch's CPU time. After subtracting them, the error is far smaller.
constexpr double readings_in_joined_operation = 40;
/// The time for events in a round: several events, if they come often.
constexpr double ample_events_ns = 10e6;
/// At least before the first interval, however short the settling time.
constexpr std::uint64_t warmup_laps = 2;
/// The reference loop on one CPU, before the value's batch and after it.
constexpr double references_ns = 2 * 0.35e6;
/// More rounds are of no use, and files grow with each.
constexpr std::uint64_t most_rounds_of_a_pass = 60;
/// For a case whose ± is small enough. One bad round does not move the median of three.
constexpr std::uint64_t rounds_of_a_precise_case = 3;
/// Below this share of the wanted ±, a case is precise enough: its ± is an estimate, too.
constexpr double precise_enough = 0.8;
/// A case's need counts no more than this, however far it is from its target.
constexpr double most_need = 6;

std::uint64_t whole_laps(double operations, std::uint64_t lap) {
    const double laps = std::ceil(operations / static_cast<double>(lap));
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(laps)) * lap;
}

std::uint64_t warmup_operations(const pilot& trial) {
    return std::max(warmup_laps * trial.lap,
                    whole_laps(trial.settling_ns / trial.operation_ns, trial.lap));
}

/// The time of one sample of size 1, with its share of the other sizes.
double sampling_ns(const pilot& trial, double reading_ns) {
    const double readings = 2 * reading_ns;
    double sample_ns = trial.operation_ns + readings;
    for (const std::uint64_t size : fit_sizes) {
        if (size > 1) {
            sample_ns += (trial.operation_ns + readings / static_cast<double>(size)) /
                         static_cast<double>(share_of_other_sizes);
        }
    }
    return sample_ns;
}

schedule sample_schedule(const pilot& trial, double time_ns, double reading_ns) {
    const double fitting = time_ns / sampling_ns(trial, reading_ns);
    const std::uint64_t samples = std::max(static_cast<std::uint64_t>(fitting), fewest_samples);
    schedule result{warmup_operations(trial), {}};
    for (const std::uint64_t size : fit_sizes) {
        const std::uint64_t operations = size == 1 ? samples : samples / share_of_other_sizes;
        result.segments.push_back({std::max<std::uint64_t>(1, operations / size), size});
    }
    return result;
}

bool worth_joining(const pilot& trial, double reading_ns) {
    return trial.settling_ns > trial.batch_ns / 2 &&
           trial.operation_ns >= readings_in_joined_operation * reading_ns;
}

double round_ns_of(const case_plan& planned, const pilot& trial, double reading_ns) {
    const double references =
        references_ns * static_cast<double>(std::max<std::size_t>(1, trial.cpus.size()));
    if (trial.events) {
        const auto events = static_cast<double>(planned.samples.groups());
        return events * trial.operation_ns + trial.setup_ns + references;
    }
    const auto operations =
        static_cast<double>(planned.value.operations() + planned.samples.operations());
    const auto readings =
        static_cast<double>(2 * (planned.value.groups() + planned.samples.groups()));
    return operations * trial.operation_ns + readings * reading_ns +
           (planned.joined ? 1 : 2) * trial.setup_ns + references;
}

case_plan plan_of_events(const pilot& trial) {
    const auto events =
        static_cast<std::uint64_t>(std::max(1.0, ample_events_ns / trial.operation_ns));
    return {{}, {1, {{events, 1}}}, false};
}

case_plan plan_of_loop(const pilot& trial, double reading_ns) {
    const double value_ns = std::max({trial.batch_ns, readings_per_group * 2 * reading_ns,
                                      trial.operation_ns * static_cast<double>(trial.lap)});
    case_plan planned;
    planned.value.warmup = warmup_operations(trial);
    planned.value.segments.push_back({1, whole_laps(value_ns / trial.operation_ns, trial.lap)});
    planned.samples = sample_schedule(trial, trial.batch_ns, reading_ns);
    planned.joined = worth_joining(trial, reading_ns);
    return planned;
}

case_plan plan_for(const pilot& trial, double reading_ns) {
    case_plan planned = trial.events ? plan_of_events(trial) : plan_of_loop(trial, reading_ns);
    if (!trial.sampled) {
        planned.samples = {0, {}};
        planned.joined = false;
    }
    planned.round_ns = round_ns_of(planned, trial, reading_ns);
    planned.cpus = trial.cpus;
    planned.lost = trial.lost.has_value();
    return planned;
}

double round_of_all_ns(const std::vector<case_plan>& cases,
                       const std::vector<std::size_t>& controls) {
    double sum = 0;
    for (const case_plan& planned : cases) {
        sum += planned.lost ? 0 : planned.round_ns;
    }
    for (const std::size_t control : controls) {
        sum += cases[control].lost ? 0 : cases[control].round_ns;
    }
    return std::max(sum, 1.0);
}

/// The number of rounds of all cases that fit into this time.
std::uint64_t rounds_in(double time_ns, double round_ns) {
    return static_cast<std::uint64_t>(
        std::clamp(time_ns / round_ns, 1.0, static_cast<double>(most_rounds_of_a_pass)));
}

/// Divides a whole number into parts that differ by one at most and add up to it.
std::uint64_t share_of(std::uint64_t all, std::uint64_t parts, std::uint64_t index) {
    return all / parts + (index < all % parts ? 1 : 0);
}

/// The rounds of each case, by its need: its ± in multiples of the wanted ±.
std::vector<std::uint64_t> rounds_by_need(const plan& run_plan, std::uint64_t even, double time_ns,
                                          std::span<const double> needs) {
    std::vector<double> slots_ns;
    for (const case_plan& planned : run_plan.cases) {
        slots_ns.push_back(planned.lost ? 0 : planned.round_ns);
    }
    for (const std::size_t control : run_plan.controls) {
        slots_ns[control] += run_plan.cases[control].lost ? 0 : run_plan.cases[control].round_ns;
    }
    const std::uint64_t least = std::min(even, rounds_of_a_precise_case);
    double left_ns = time_ns;
    double weights_ns = 0;
    for (std::size_t i = 0; i < slots_ns.size(); ++i) {
        left_ns -= static_cast<double>(least) * slots_ns[i];
        weights_ns += needs[i] > precise_enough ? std::min(needs[i], most_need) * slots_ns[i] : 0;
    }
    std::vector<std::uint64_t> rounds(slots_ns.size(), least);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        if (needs[i] > precise_enough && left_ns > 0) {
            const double more = left_ns * std::min(needs[i], most_need) / weights_ns;
            rounds[i] = std::min(most_rounds_of_a_pass, least + static_cast<std::uint64_t>(more));
        }
    }
    return rounds;
}

} // namespace

schedule join(const case_plan& planned, bool value_first) {
    const schedule& second = value_first ? planned.samples : planned.value;
    schedule both = value_first ? planned.value : planned.samples;
    both.segments.insert(both.segments.end(), second.segments.begin(), second.segments.end());
    return both;
}

plan make_plan(std::span<const pilot> pilots, std::vector<std::size_t> controls,
               const limits& until, double reading_ns, std::uint64_t seed) {
    plan result;
    result.until = until;
    result.seed = seed;
    result.controls = std::move(controls);
    for (const pilot& trial : pilots) {
        result.cases.push_back(plan_for(trial, reading_ns));
    }
    if (until.exact_rounds) {
        result.passes = std::min(until.passes, *until.exact_rounds);
    } else {
        const double fitting = static_cast<double>(until.budget.count()) /
                               round_of_all_ns(result.cases, result.controls);
        const std::uint64_t least = std::min(until.passes, fewest_passes);
        result.passes = fitting >= static_cast<double>(until.passes)
                            ? until.passes
                            : std::max(least, static_cast<std::uint64_t>(fitting));
    }
    result.passes = std::max<std::uint64_t>(1, result.passes); // a divisor elsewhere
    return result;
}

pass_order order_pass(const plan& run_plan, std::uint64_t index, std::uint64_t first_round,
                      std::chrono::nanoseconds time, std::span<const double> needs) {
    pass_order order{run_plan.cases, {}, run_plan.controls, index, first_round, run_plan.seed};
    const auto time_ns = static_cast<double>(time.count());
    const std::uint64_t even =
        run_plan.until.exact_rounds
            ? std::max<std::uint64_t>(
                  1, share_of(*run_plan.until.exact_rounds, run_plan.passes, index))
            : rounds_in(time_ns, round_of_all_ns(run_plan.cases, run_plan.controls));
    if (run_plan.until.exact_rounds || needs.empty() || run_plan.until.even_rounds) {
        order.rounds.assign(run_plan.cases.size(), even);
    } else {
        order.rounds = rounds_by_need(run_plan, even, time_ns, needs);
    }
    for (std::size_t i = 0; i < order.rounds.size(); ++i) {
        order.rounds[i] = run_plan.cases[i].lost ? 0 : order.rounds[i];
    }
    return order;
}

} // namespace tollgate::measure
