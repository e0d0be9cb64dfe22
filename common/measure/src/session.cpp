// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/session.hpp>

#include "round_figures.hpp"
#include "slot.hpp"

#include <tollgate/measure/balanced_order.hpp>

#include <algorithm>
#include <cmath>

namespace tollgate::measure {
namespace {

/// A pilot ends when its group took this long: 100 readings of a slow clock.
constexpr std::chrono::nanoseconds long_enough_pilot = std::chrono::microseconds(200);
constexpr int most_pilot_steps = 32;
/// Looks at a group that is long enough. Whatever takes the CPU away in a short one makes it look
/// long; of several the least counts, and one that shows it to be too short makes it grow again.
constexpr int pilot_looks = 3;
/// Of a loop that does not do what it is asked for: so long that little is planned.
constexpr double broken_operation_ns = 1e6;

case_record empty_record(const measured_case& one, double ns_per_count) {
    case_record record;
    record.key = one.key;
    record.unit = one.unit;
    record.threads = one.threads;
    record.valued_by = one.valued_by;
    record.compared_with = one.compared_with;
    record.ns_per_count = ns_per_count;
    return record;
}

/// Events tell how long they take; waiting for one to find out could take the whole budget.
pilot pilot_of_events(const measured_case& one) {
    constexpr double starting_threads_ns = 200e3;
    const auto warm_up = std::min(one.events.lasts, longest_warm_up);
    return {.operation_ns = std::max(1.0, static_cast<double>(one.events.lasts.count())),
            .setup_ns = starting_threads_ns + static_cast<double>(warm_up.count()),
            .events = true};
}

std::chrono::nanoseconds lasting(const measured_case& one, const case_plan& what) {
    return one.valued_by == method::single_events
               ? one.events.lasts * static_cast<std::int64_t>(what.samples.operations())
               : std::chrono::nanoseconds(0);
}

bool any_failed(const rounds& seen) {
    const auto failed = [](const case_record& record) { return !record.failures.empty(); };
    return failed(seen.twin) || std::any_of(seen.cases.begin(), seen.cases.end(), failed);
}

} // namespace

session::session(calibration clock, surroundings outside)
    : clock_(std::move(clock)), outside_(std::move(outside)) {}

schedule session::interruptible(schedule asked) const {
    asked.interrupted = outside_.interrupted;
    return asked;
}

pilot session::look_at_one(const measured_case& one) {
    schedule asked{2 * one.lap, {{1, one.lap}}};
    pilot seen{1, 0, one.lap, static_cast<double>(one.settling.count())};
    int looks = 0; // at a group of this size
    for (int step = 0; step < most_pilot_steps && looks < pilot_looks && !outside_.is_interrupted();
         ++step) {
        const auto before = outside_.now();
        const batch done = one.run(asked, clock_.source);
        const auto whole_ns = static_cast<double>((outside_.now() - before).count());
        if (!done.complete) {
            // It ended by itself. Its proofs fail in the first round, which need not be long.
            seen.operation_ns = std::max(seen.operation_ns, broken_operation_ns);
            break;
        }
        if (done.intervals.empty() || done.intervals.front() < 0) {
            break;
        }
        const double group_ns = static_cast<double>(done.intervals.front()) * clock_.ns_per_count;
        const auto operations = static_cast<double>(asked.segments.front().size);
        const double operation_ns = std::max(group_ns / operations, 0.1);
        const double setup_ns = std::max(0.0, whole_ns - group_ns);
        seen.operation_ns = looks == 0 ? operation_ns : std::min(seen.operation_ns, operation_ns);
        seen.setup_ns = looks == 0 ? setup_ns : std::min(seen.setup_ns, setup_ns);
        ++looks;
        if (group_ns < static_cast<double>(long_enough_pilot.count())) {
            asked.segments.front().size *= group_ns < 2e4 ? 8 : 2;
            looks = 0;
        }
    }
    return seen;
}

std::vector<pilot> session::look_at(std::span<const measured_case> cases) {
    std::vector<pilot> pilots;
    for (const measured_case& one : cases) {
        if (one.valued_by == method::single_events) {
            pilots.push_back(pilot_of_events(one));
            continue;
        }
        outside_.report({.what = progress::phase::first_look,
                         .elapsed = outside_.now(),
                         .case_name = one.key.name()});
        pilots.push_back(look_at_one(one));
    }
    return pilots;
}

bool session::run_slot(const measured_case& one, const case_plan& what, std::uint64_t round,
                       case_record& record) {
    const environment::disturbance_counters before =
        outside_.disturbances ? outside_.disturbances() : environment::disturbance_counters{};
    const bool of_events = one.valued_by == method::single_events;
    // Which part goes first alternates: neither always inherits the other's caches.
    const slot seen = of_events ? observe_events(one, interruptible(what.samples), clock_)
                                : observe(one, what, clock_.source, round % 2 == 0);
    if (seen.cut_short) {
        return false;
    }
    const environment::disturbance_counters after =
        outside_.disturbances ? outside_.disturbances() : environment::disturbance_counters{};

    std::vector<std::string> disturbances = reasons(after - before);
    note_preemptions(seen.value_report, one.threads, disturbances);
    for (const int cpu : seen.cpus) {
        record.saw_cpu(cpu);
    }
    record.repeated += seen.value_report.repeated;
    for (const auto& [name, times] : seen.value_report.counted) {
        record.counted[name] += times;
    }
    if (!seen.failures.empty()) {
        record.failures.insert(record.failures.end(), seen.failures.begin(), seen.failures.end());
        return true;
    }
    case_round figures = of_events ? figures_of_events(seen, clock_) : figures_of(seen, clock_);
    figures.round = round;
    if (!of_events) {
        figures.fit = fit_of(seen.samples, what.samples, clock_.ns_per_count,
                             seen.value_report.units_per_operation);
    }
    figures = in_seven_digits(std::move(figures));
    figures.disturbances = disturbances;
    keep_samples(seen.samples, what.samples, figures, record);
    record.rounds.push_back(std::move(figures));
    return true;
}

rounds session::measure(std::span<const measured_case> cases, const plan& what) {
    rounds seen;
    for (const measured_case& one : cases) {
        seen.cases.push_back(empty_record(one, clock_.ns_per_count));
    }
    seen.twin = empty_record(cases.front(), clock_.ns_per_count);

    const std::size_t slots = cases.size() + 1; // the last slot is the twin of the first case
    const auto start = outside_.now();
    for (std::uint64_t round = 0;; ++round) {
        for (const std::size_t slot : balanced_order(slots, round, what.seed)) {
            const bool is_twin = slot == cases.size();
            const std::size_t index = is_twin ? 0 : slot;
            const bool cut_short = outside_.is_interrupted();
            if (!cut_short) {
                outside_.report({.what = progress::phase::rounds,
                                 .done = round,
                                 .expected = what.until.exact_rounds.value_or(0),
                                 .elapsed = outside_.now() - start,
                                 .budget = what.until.budget,
                                 .case_name = cases[index].key.name(),
                                 .lasts = lasting(cases[index], what.cases[index])});
            }
            // Where the last batch of a round is missing, the round is not done.
            if (cut_short || !run_slot(cases[index], what.cases[index], round,
                                       is_twin ? seen.twin : seen.cases[index])) {
                seen.stopped = stop_reason::interrupted;
                seen.took = outside_.now() - start;
                return seen;
            }
        }
        seen.done = round + 1;
        seen.took = outside_.now() - start;
        if (any_failed(seen)) {
            seen.stopped = stop_reason::failed;
            return seen;
        }
        if (const auto why = decide_stop(what.until, seen.done, seen.took, seen.cases)) {
            seen.stopped = *why;
            return seen;
        }
    }
}

} // namespace tollgate::measure
