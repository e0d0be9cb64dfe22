// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

constexpr double readings_per_group = 200;
/// Groups of the other sizes for one group of size 1; they only serve the fit.
constexpr std::uint64_t share_of_other_sizes = 4;
constexpr std::uint64_t fewest_samples = 32;
/// In a joined batch half of the time goes to samples, with 1.24 groups for 2.25 operations: 0.55
/// readings for each operation of the batch. From here on they are below 1.4 % of its CPU time, and
/// taking them off leaves far less.
constexpr double readings_in_joined_operation = 40;
/// Several events a round, if they come that often.
constexpr double ample_events_ns = 10e6;
/// Before the first interval at least, however short the settling time.
constexpr std::uint64_t warmup_laps = 2;
/// The reference loop on one CPU, before the value's batch and after it.
constexpr double references_ns = 2 * 0.35e6;
/// More are of no use, and files grow with each.
constexpr std::uint64_t most_rounds_of_a_pass = 60;
/// Of a case whose ± is as small as is wanted: enough for a median that one bad round leaves alone.
constexpr std::uint64_t rounds_of_a_case_that_is_sure = 3;
/// Below this share of the wanted ± a case is left alone: its ± is an estimate, too.
constexpr double sure_enough = 0.8;
/// However far a case is from its target, it takes no more from the others.
constexpr double most_need = 6;

std::uint64_t whole_laps(double operations, std::uint64_t lap) {
    const double laps = std::ceil(operations / static_cast<double>(lap));
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(laps)) * lap;
}

std::uint64_t warmup_operations(const pilot& seen) {
    return std::max(warmup_laps * seen.lap,
                    whole_laps(seen.settling_ns / seen.operation_ns, seen.lap));
}

/// Time that `count` samples of size 1 and their share of the other sizes take.
double sampling_ns(const pilot& seen, double reading_ns) {
    const double readings = 2 * reading_ns;
    double each = seen.operation_ns + readings;
    for (const std::uint64_t size : fit_sizes) {
        if (size > 1) {
            each += (seen.operation_ns + readings / static_cast<double>(size)) /
                    static_cast<double>(share_of_other_sizes);
        }
    }
    return each;
}

schedule sample_schedule(const pilot& seen, double time_ns, double reading_ns) {
    const double wanted = time_ns / sampling_ns(seen, reading_ns);
    const std::uint64_t samples = std::max(static_cast<std::uint64_t>(wanted), fewest_samples);
    schedule asked{warmup_operations(seen), {}};
    for (const std::uint64_t size : fit_sizes) {
        const std::uint64_t operations = size == 1 ? samples : samples / share_of_other_sizes;
        asked.segments.push_back({std::max<std::uint64_t>(1, operations / size), size});
    }
    return asked;
}

bool worth_joining(const pilot& seen, double reading_ns) {
    return seen.settling_ns > static_cast<double>(batch_length.count()) / 2 &&
           seen.operation_ns >= readings_in_joined_operation * reading_ns;
}

double round_ns_of(const case_plan& what, const pilot& seen, double reading_ns) {
    const double references =
        references_ns * static_cast<double>(std::max<std::size_t>(1, seen.cpus.size()));
    if (seen.events) {
        const auto events = static_cast<double>(what.samples.groups());
        return events * seen.operation_ns + seen.setup_ns + references;
    }
    const auto operations =
        static_cast<double>(what.value.operations() + what.samples.operations());
    const auto readings = static_cast<double>(2 * (what.value.groups() + what.samples.groups()));
    return operations * seen.operation_ns + readings * reading_ns +
           (what.joined ? 1 : 2) * seen.setup_ns + references;
}

case_plan plan_of_events(const pilot& seen) {
    const auto events =
        static_cast<std::uint64_t>(std::max(1.0, ample_events_ns / seen.operation_ns));
    return {{}, {1, {{events, 1}}}, false};
}

case_plan plan_of_loop(const pilot& seen, double reading_ns) {
    constexpr auto batch_ns = static_cast<double>(batch_length.count());
    const double value_ns = std::max({batch_ns, readings_per_group * 2 * reading_ns,
                                      seen.operation_ns * static_cast<double>(seen.lap)});
    case_plan one;
    one.value.warmup = warmup_operations(seen);
    one.value.segments.push_back({1, whole_laps(value_ns / seen.operation_ns, seen.lap)});
    one.samples = sample_schedule(seen, batch_ns, reading_ns);
    one.joined = worth_joining(seen, reading_ns);
    return one;
}

case_plan plan_for(const pilot& seen, double reading_ns) {
    case_plan one = seen.events ? plan_of_events(seen) : plan_of_loop(seen, reading_ns);
    if (seen.self_timed) {
        one.samples = {0, {}};
        one.joined = false;
    }
    one.round_ns = round_ns_of(one, seen, reading_ns);
    one.cpus = seen.cpus;
    one.lost = seen.lost.has_value();
    return one;
}

double round_of_all_ns(const std::vector<case_plan>& cases, const std::vector<std::size_t>& twins) {
    double sum = 0;
    for (const case_plan& one : cases) {
        sum += one.lost ? 0 : one.round_ns;
    }
    for (const std::size_t twin : twins) {
        sum += cases[twin].lost ? 0 : cases[twin].round_ns;
    }
    return std::max(sum, 1.0);
}

/// How many rounds of all the cases fit.
std::uint64_t rounds_in(double time_ns, double round_ns) {
    return static_cast<std::uint64_t>(
        std::clamp(time_ns / round_ns, 1.0, static_cast<double>(most_rounds_of_a_pass)));
}

/// A part of a whole number, so that the parts differ by one at most and add up to it.
std::uint64_t share_of(std::uint64_t all, std::uint64_t parts, std::uint64_t index) {
    return all / parts + (index < all % parts ? 1 : 0);
}

/// The rounds of a case that needs this many times the precision that it has.
std::vector<std::uint64_t> rounds_by_need(const plan& what, std::uint64_t even, double time_ns,
                                          std::span<const double> needs) {
    std::vector<double> slots_ns;
    for (const case_plan& one : what.cases) {
        slots_ns.push_back(one.lost ? 0 : one.round_ns);
    }
    for (const std::size_t twin : what.twins) {
        slots_ns[twin] += what.cases[twin].lost ? 0 : what.cases[twin].round_ns;
    }
    const std::uint64_t least = std::min(even, rounds_of_a_case_that_is_sure);
    double left_ns = time_ns;
    double weights_ns = 0;
    for (std::size_t i = 0; i < slots_ns.size(); ++i) {
        left_ns -= static_cast<double>(least) * slots_ns[i];
        weights_ns += needs[i] > sure_enough ? std::min(needs[i], most_need) * slots_ns[i] : 0;
    }
    std::vector<std::uint64_t> rounds(slots_ns.size(), least);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        if (needs[i] > sure_enough && left_ns > 0) {
            const double more = left_ns * std::min(needs[i], most_need) / weights_ns;
            rounds[i] = std::min(most_rounds_of_a_pass, least + static_cast<std::uint64_t>(more));
        }
    }
    return rounds;
}

} // namespace

schedule join(const case_plan& what, bool value_first) {
    const schedule& second = value_first ? what.samples : what.value;
    schedule both = value_first ? what.value : what.samples;
    both.segments.insert(both.segments.end(), second.segments.begin(), second.segments.end());
    return both;
}

plan make_plan(std::span<const pilot> pilots, std::vector<std::size_t> twins, const limits& until,
               double reading_ns, std::uint64_t seed) {
    plan made;
    made.until = until;
    made.seed = seed;
    made.twins = std::move(twins);
    for (const pilot& seen : pilots) {
        made.cases.push_back(plan_for(seen, reading_ns));
    }
    if (until.exact_rounds) {
        made.passes = std::min(until.passes, *until.exact_rounds);
    } else {
        const double fitting =
            static_cast<double>(until.budget.count()) / round_of_all_ns(made.cases, made.twins);
        const std::uint64_t least = std::min(until.passes, fewest_passes);
        made.passes = fitting >= static_cast<double>(until.passes)
                          ? until.passes
                          : std::max(least, static_cast<std::uint64_t>(fitting));
    }
    made.passes = std::max<std::uint64_t>(1, made.passes); // it is divided by
    return made;
}

pass_order order_pass(const plan& what, std::uint64_t index, std::uint64_t first_round,
                      std::chrono::nanoseconds time, std::span<const double> needs) {
    pass_order made{what.cases, {}, what.twins, index, first_round, what.seed};
    const auto time_ns = static_cast<double>(time.count());
    const std::uint64_t even =
        what.until.exact_rounds
            ? std::max<std::uint64_t>(1, share_of(*what.until.exact_rounds, what.passes, index))
            : rounds_in(time_ns, round_of_all_ns(what.cases, what.twins));
    if (what.until.exact_rounds || needs.empty() || what.until.even_rounds) {
        made.rounds.assign(what.cases.size(), even);
    } else {
        made.rounds = rounds_by_need(what, even, time_ns, needs);
    }
    for (std::size_t i = 0; i < made.rounds.size(); ++i) {
        made.rounds[i] = what.cases[i].lost ? 0 : made.rounds[i];
    }
    return made;
}

} // namespace tollgate::measure
