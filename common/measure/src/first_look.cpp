// SPDX-License-Identifier: BSL-1.0
#include "first_look.hpp"

#include <tollgate/measure/case_record.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tollgate::measure {
namespace {

/// A group is long enough if it takes this long: 100 readings of a slow clock.
constexpr std::chrono::nanoseconds long_enough_pilot = std::chrono::microseconds(200);
constexpr int most_pilot_steps = 32;
/// A self-timed batch is too long if it takes this much more than the first batch, and the case's
/// own clock shows little time: that clock stands still.
constexpr double longest_pilot_ns = 1e8;
/// Too long batches in a row may be pauses of the machine or of a garbage collector.
constexpr int most_pauses = 2;
/// A loop with this number of operations takes longer, unless the compiler optimized it away.
constexpr std::uint64_t most_pilot_operations = std::uint64_t{1} << 31;
/// Batches with a group that is long enough. A preemption makes a short group seem long. So the
/// shortest time counts, and a group that turns out to be too short grows again.
constexpr int pilot_repeats = 3;
/// No batch begins later. A batch of a case that waits for others may take that long.
constexpr std::chrono::nanoseconds longest_first_look = std::chrono::seconds(10);
/// Assumed for a loop that does not do its work. It is long, so that little is planned.
constexpr double broken_operation_ns = 1e6;

/// Cases of events state their time. Waiting for an event could take the whole budget.
pilot pilot_of_events(const measured_case& subject) {
    constexpr double starting_threads_ns = 200e3;
    const auto not_timed =
        subject.events.not_timed.value_or(std::min(subject.events.lasts, longest_warm_up));
    return {.operation_ns = std::max(1.0, static_cast<double>(subject.events.lasts.count())),
            .setup_ns = starting_threads_ns + static_cast<double>(not_timed.count()),
            .events = true};
}

pilot try_loop(const measured_case& subject, const calibration& clock, const run_hooks& hooks) {
    schedule scheduled{2 * subject.lap, {{1, subject.lap}}, hooks.interrupted};
    const auto expected_ns = static_cast<double>(subject.events.expected.count());
    pilot trial{1, 0, subject.lap, static_cast<double>(subject.settling.count()), false, {}};
    trial.batch_ns = static_cast<double>(subject.batch_lasts.count());
    trial.self_timed = subject.valued_by == method::self_timed;
    trial.sampled = has_samples(subject.valued_by);
    const double ns_per_count = clock_of(subject, clock).ns_per_count;
    const auto is_over = [&, begun = hooks.now()] {
        return hooks.is_interrupted() || hooks.now() - begun > longest_first_look;
    };
    double first_batch_ns = 0;
    int long_batches = 0; // in a row
    int repeats = 0;      // with a group of this size
    for (int step = 0; step < most_pilot_steps && repeats < pilot_repeats && !is_over(); ++step) {
        hooks.report({.current_phase = progress::phase::first_look,
                      .elapsed = hooks.now(),
                      .case_name = subject.key.name()});
        const auto before = hooks.now();
        const batch done = subject.run(scheduled, clock.source);
        const auto whole_ns = static_cast<double>((hooks.now() - before).count());
        first_batch_ns = step == 0 ? whole_ns : first_batch_ns;
        if (!done.complete) {
            trial.lost = subject.given_up ? subject.given_up({}) : std::nullopt;
            // It ended by itself. Its self-checks fail in the first round, which need not be long.
            trial.operation_ns = std::max(trial.operation_ns, broken_operation_ns);
            break;
        }
        if (done.intervals.empty() || done.intervals.front() < 0) {
            break;
        }
        trial.cpus = each_once(done.report.cpus);
        const auto operations = static_cast<double>(scheduled.segments.front().size);
        const double group_ns =
            static_cast<double>(done.intervals.front()) * ns_per_count + expected_ns * operations;
        const double operation_ns = std::max(group_ns / operations, 0.1);
        const double setup_ns = std::max(0.0, whole_ns - group_ns);
        trial.operation_ns =
            repeats == 0 ? operation_ns : std::min(trial.operation_ns, operation_ns);
        trial.setup_ns = repeats == 0 ? setup_ns : std::min(trial.setup_ns, setup_ns);
        ++repeats;
        if (group_ns < static_cast<double>(long_enough_pilot.count())) {
            const bool is_long = trial.self_timed && whole_ns > first_batch_ns + longest_pilot_ns;
            long_batches = is_long ? long_batches + 1 : 0;
            if (scheduled.segments.front().size > most_pilot_operations ||
                long_batches > most_pauses) {
                trial.lost = "its operations take no time that can be measured";
                break;
            }
            scheduled.segments.front().size *= is_long ? 1 : group_ns < 2e4 ? 8 : 2;
            repeats = 0;
        }
    }
    return trial;
}

} // namespace

calibration clock_of(const measured_case& subject, const calibration& run_clock) {
    calibration clock = run_clock;
    if (subject.valued_by == method::self_timed) {
        clock.ns_per_count = 1;
        clock.reading_ns_p50 = 0;
    }
    return clock;
}

std::vector<int> each_once(std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

pilot first_look(const measured_case& subject, const calibration& clock, const run_hooks& hooks) {
    return subject.valued_by == method::single_events ? pilot_of_events(subject)
                                                      : try_loop(subject, clock, hooks);
}

} // namespace tollgate::measure
