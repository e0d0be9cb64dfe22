// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/plan.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace tollgate::measure {
namespace {

/// More rounds narrow the interval with their square root only; batches gain more by length.
constexpr double wanted_rounds = 40;
/// Work in a batch that sets thread creation and page faults in proportion.
constexpr double shortest_batch_ns = 1.0e6;
/// A longer budget makes more rounds, not longer batches: an interrupt waits for the end of one.
constexpr double longest_batch_ns = 250e6;
constexpr double readings_per_group = 200;
/// Groups of the other sizes for one group of size 1; they only serve the fit.
constexpr std::uint64_t share_of_other_sizes = 4;
constexpr std::uint64_t fewest_samples = 32;
/// In a joined batch half of the time goes to samples, with 1.24 groups for 2.25 operations: 0.55
/// readings for each operation of the batch. From here on they are below 1.4 % of its CPU time, and
/// taking them off leaves far less.
constexpr double readings_in_joined_operation = 40;
/// Several events a round, if they come that often and there is time for it.
constexpr double ample_events_ns = 10e6;
/// Before the first interval at least, however short the settling time.
constexpr std::uint64_t warmup_laps = 2;

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
    return seen.settling_ns > shortest_batch_ns &&
           seen.operation_ns >= readings_in_joined_operation * reading_ns;
}

/// What a slot spends before it measures.
double starting_ns(const pilot& seen, double reading_ns) {
    const double batches = worth_joining(seen, reading_ns) ? 1 : 2;
    return batches * (seen.setup_ns + seen.settling_ns);
}

double shortest_value_ns(const pilot& seen, double reading_ns) {
    return std::max({shortest_batch_ns, readings_per_group * 2 * reading_ns,
                     seen.operation_ns * static_cast<double>(seen.lap)});
}

/// The least that a case needs in a round.
double least_slot_ns(const pilot& seen, double reading_ns) {
    return seen.events ? seen.setup_ns + seen.operation_ns
                       : starting_ns(seen, reading_ns) + 2 * shortest_value_ns(seen, reading_ns);
}

/// What it is given before there are more rounds.
double ample_slot_ns(const pilot& seen, double reading_ns) {
    return seen.events ? seen.setup_ns + std::max(seen.operation_ns, ample_events_ns)
                       : least_slot_ns(seen, reading_ns);
}

/// The share of each case, so that the shares and what some cases need beyond theirs fill the
/// round.
double share_ns(std::vector<double> least, double round_ns) {
    std::sort(least.begin(), least.end(), std::greater<>());
    double left = round_ns;
    for (std::size_t i = 0; i < least.size(); ++i) {
        const double share = left / static_cast<double>(least.size() - i);
        if (least[i] <= share) {
            return share;
        }
        left -= least[i];
    }
    return 0;
}

case_plan plan_of_events(const pilot& seen, double slot_ns) {
    const double time_ns = std::min(slot_ns - seen.setup_ns, longest_batch_ns);
    const auto events = static_cast<std::uint64_t>(std::max(1.0, time_ns / seen.operation_ns));
    return {{}, {1, {{events, 1}}}, false};
}

case_plan plan_of_loop(const pilot& seen, double slot_ns, double reading_ns) {
    const double shortest_ns = shortest_value_ns(seen, reading_ns);
    const double both_ns = std::max(slot_ns - starting_ns(seen, reading_ns), 2 * shortest_ns);
    const double time_ns = std::min(both_ns / 2, longest_batch_ns);
    case_plan one;
    one.value.warmup = warmup_operations(seen);
    one.value.segments.push_back(
        {1, whole_laps(std::max(time_ns, shortest_ns) / seen.operation_ns, seen.lap)});
    one.samples = sample_schedule(seen, time_ns, reading_ns);
    one.joined = worth_joining(seen, reading_ns);
    return one;
}

} // namespace

schedule join(const case_plan& what, bool value_first) {
    const schedule& second = value_first ? what.samples : what.value;
    schedule both = value_first ? what.value : what.samples;
    both.segments.insert(both.segments.end(), second.segments.begin(), second.segments.end());
    return both;
}

plan make_plan(std::span<const pilot> pilots, const limits& until, double reading_ns,
               std::uint64_t seed) {
    // The first case runs twice a round, for the noise floor.
    std::vector<double> least_ns{least_slot_ns(pilots.front(), reading_ns)};
    double ample_round_ns = ample_slot_ns(pilots.front(), reading_ns);
    for (const pilot& seen : pilots) {
        least_ns.push_back(least_slot_ns(seen, reading_ns));
        ample_round_ns += ample_slot_ns(seen, reading_ns);
    }
    const double budget_ns = static_cast<double>(until.budget.count());
    const double rounds = until.exact_rounds
                              ? static_cast<double>(*until.exact_rounds)
                              : std::clamp(budget_ns / std::max(ample_round_ns, 1.0),
                                           static_cast<double>(until.least_rounds), wanted_rounds);
    const double slot_ns = share_ns(least_ns, budget_ns / rounds);

    plan made{{}, until, seed};
    for (const pilot& seen : pilots) {
        made.cases.push_back(seen.events ? plan_of_events(seen, slot_ns)
                                         : plan_of_loop(seen, slot_ns, reading_ns));
    }
    return made;
}

} // namespace tollgate::measure
