// SPDX-License-Identifier: BSL-1.0
#include "slot.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

/// Of a runtime that was lost, that alone; of one that was interrupted, nothing. A runtime whose
/// proofs fail is lost.
void add_proofs(const batch& done, const schedule& asked, method by, slot& seen) {
    if (done.lost) {
        seen.lost = done.lost;
    }
    seen.cut_short |= !done.complete && asked.interrupted && asked.interrupted();
    if (seen.lost || seen.cut_short) {
        return;
    }
    for (std::string& failure : failed_proofs(done, asked)) {
        if (by == method::self_timed) {
            seen.lost = std::move(failure);
            return;
        }
        seen.failures.push_back(std::move(failure));
    }
    seen.cpus.insert(seen.cpus.end(), done.report.cpus.begin(), done.report.cpus.end());
}

void keep_value(batch& done, const schedule& asked, slot& seen) {
    seen.metered_operations = done.report.metered.value_or(asked.operations());
    seen.metered_groups = asked.groups();
    seen.value_report = std::move(done.report);
}

batch run_watched(const measured_case& one, const schedule& asked, clock::source source,
                  const value_watch& watch) {
    watch.begins();
    batch done = one.run(asked, source);
    watch.ended(done.report);
    return done;
}

void observe_apart(const measured_case& one, const case_plan& what, clock::source source,
                   bool value_first, const value_watch& watch, slot& seen) {
    batch value;
    batch samples;
    if (value_first) {
        value = run_watched(one, what.value, source, watch);
        samples = one.run(what.samples, source);
    } else {
        samples = one.run(what.samples, source);
        value = run_watched(one, what.value, source, watch);
    }
    add_proofs(value, what.value, one.valued_by, seen);
    add_proofs(samples, what.samples, one.valued_by, seen);
    if (seen.failures.empty() && !seen.lost && !seen.cut_short) {
        seen.value = value.intervals.front();
        seen.samples = std::move(samples.intervals);
        if (one.valued_by == method::self_timed) {
            // The counts of a runtime say how its batches of two lengths agree.
            value.report.counted = std::move(samples.report.counted);
        }
        keep_value(value, what.value, seen);
    }
}

void observe_joined(const measured_case& one, const case_plan& what, clock::source source,
                    bool value_first, const value_watch& watch, slot& seen) {
    const schedule asked = join(what, value_first);
    batch done = run_watched(one, asked, source, watch);
    add_proofs(done, asked, one.valued_by, seen);
    if (seen.failures.empty()) {
        const auto value = value_first ? done.intervals.begin() : done.intervals.end() - 1;
        seen.value = *value;
        done.intervals.erase(value);
        seen.samples = std::move(done.intervals);
        keep_value(done, asked, seen);
    }
}

} // namespace

slot observe(const measured_case& one, const case_plan& what, clock::source source,
             bool value_first, const value_watch& watch) {
    slot seen;
    seen.value_operations = what.value.segments.front().size;
    (what.joined ? observe_joined : observe_apart)(one, what, source, value_first, watch, seen);
    return seen;
}

slot observe_events(const measured_case& one, const schedule& asked, const calibration& clock,
                    const value_watch& watch) {
    slot seen;
    batch done = run_watched(one, asked, clock.source, watch);
    seen.cpus = done.report.cpus;
    if (!done.complete && asked.interrupted && asked.interrupted()) {
        // What is missing, the interrupt explains; what the loop itself saw fail, it does not.
        seen.failures = done.report.failures;
        seen.cut_short = seen.failures.empty();
        return seen;
    }
    seen.failures = failed_event_proofs(done, asked);
    if (!seen.failures.empty()) {
        return seen;
    }
    const double reading_ns = one.events.without_readings ? clock.reading_ns_p50 : 0;
    const std::int64_t more_than_wanted = std::llround(
        (static_cast<double>(one.events.expected.count()) - reading_ns) / clock.ns_per_count);
    for (std::int64_t& length : done.intervals) {
        length -= more_than_wanted;
    }
    seen.samples = std::move(done.intervals);
    keep_value(done, asked, seen);
    return seen;
}

} // namespace tollgate::measure
