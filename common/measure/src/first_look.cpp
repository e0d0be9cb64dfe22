// SPDX-License-Identifier: BSL-1.0
#include "first_look.hpp"

#include <tollgate/measure/case_record.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tollgate::measure {
namespace {

/// A pilot ends when its group took this long: 100 readings of a slow clock.
constexpr std::chrono::nanoseconds long_enough_pilot = std::chrono::microseconds(200);
constexpr int most_pilot_steps = 32;
/// A clock of the case's own that stands still sees nothing of that, above what the first batch
/// takes.
constexpr double longest_pilot_ns = 1e8;
/// In a row, of the machine or of a collector of garbage.
constexpr int most_pauses = 2;
/// As many operations of a loop that was not optimized away take longer than that.
constexpr std::uint64_t most_pilot_operations = std::uint64_t{1} << 31;
/// Looks at a group that is long enough. Whatever takes the CPU away in a short one makes it look
/// long; of several the least counts, and one that shows it to be too short makes it grow again.
constexpr int pilot_looks = 3;
/// No further batch begins behind it; one of a case that waits for others may take that long.
constexpr std::chrono::nanoseconds longest_look = std::chrono::seconds(10);
/// Of a loop that does not do what it is asked for: so long that little is planned.
constexpr double broken_operation_ns = 1e6;

/// Events tell how long they take; waiting for one to find out could take the whole budget.
pilot pilot_of_events(const measured_case& one) {
    constexpr double starting_threads_ns = 200e3;
    const auto warm_up = std::min(one.events.lasts, longest_warm_up);
    return {.operation_ns = std::max(1.0, static_cast<double>(one.events.lasts.count())),
            .setup_ns = starting_threads_ns + static_cast<double>(warm_up.count()),
            .events = true};
}

pilot look_at_loop(const measured_case& one, const calibration& ours, const surroundings& outside) {
    schedule asked{2 * one.lap, {{1, one.lap}}, outside.interrupted};
    const auto expected_ns = static_cast<double>(one.events.expected.count());
    pilot seen{1, 0, one.lap, static_cast<double>(one.settling.count()), false, {}};
    seen.self_timed = one.valued_by == method::self_timed;
    const double ns_per_count = clock_of(one, ours).ns_per_count;
    const auto is_over = [&, begun = outside.now()] {
        return outside.is_interrupted() || outside.now() - begun > longest_look;
    };
    double first_batch_ns = 0;
    int long_batches = 0; // in a row
    int looks = 0;        // at a group of this size
    for (int step = 0; step < most_pilot_steps && looks < pilot_looks && !is_over(); ++step) {
        outside.report({.what = progress::phase::first_look,
                        .elapsed = outside.now(),
                        .case_name = one.key.name()});
        const auto before = outside.now();
        const batch done = one.run(asked, ours.source);
        const auto whole_ns = static_cast<double>((outside.now() - before).count());
        first_batch_ns = step == 0 ? whole_ns : first_batch_ns;
        if (!done.complete) {
            seen.lost = one.given_up ? one.given_up({}) : std::nullopt;
            // It ended by itself. Its proofs fail in the first round, which need not be long.
            seen.operation_ns = std::max(seen.operation_ns, broken_operation_ns);
            break;
        }
        if (done.intervals.empty() || done.intervals.front() < 0) {
            break;
        }
        seen.cpus = each_once(done.report.cpus);
        const auto operations = static_cast<double>(asked.segments.front().size);
        const double group_ns =
            static_cast<double>(done.intervals.front()) * ns_per_count + expected_ns * operations;
        const double operation_ns = std::max(group_ns / operations, 0.1);
        const double setup_ns = std::max(0.0, whole_ns - group_ns);
        seen.operation_ns = looks == 0 ? operation_ns : std::min(seen.operation_ns, operation_ns);
        seen.setup_ns = looks == 0 ? setup_ns : std::min(seen.setup_ns, setup_ns);
        ++looks;
        if (group_ns < static_cast<double>(long_enough_pilot.count())) {
            const bool is_long = seen.self_timed && whole_ns > first_batch_ns + longest_pilot_ns;
            long_batches = is_long ? long_batches + 1 : 0;
            if (asked.segments.front().size > most_pilot_operations || long_batches > most_pauses) {
                seen.lost = "its operations take no time that can be measured";
                break;
            }
            asked.segments.front().size *= is_long ? 1 : group_ns < 2e4 ? 8 : 2;
            looks = 0;
        }
    }
    return seen;
}

} // namespace

calibration clock_of(const measured_case& one, const calibration& ours) {
    calibration used = ours;
    if (one.valued_by == method::self_timed) {
        used.ns_per_count = 1;
        used.reading_ns_p50 = 0;
    }
    return used;
}

std::vector<int> each_once(std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

pilot first_look(const measured_case& one, const calibration& ours, const surroundings& outside) {
    return one.valued_by == method::single_events ? pilot_of_events(one)
                                                  : look_at_loop(one, ours, outside);
}

} // namespace tollgate::measure
