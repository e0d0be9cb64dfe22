// SPDX-License-Identifier: BSL-1.0
#include "slot.hpp"

#include <tollgate/measure/case_record.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

/// Of a case that is given up, that alone; of one that was interrupted, nothing.
void add_proofs(const measured_case& one, const batch& done, const schedule& asked, slot& seen) {
    if (!done.complete && one.given_up) {
        seen.lost = one.given_up({});
        seen.cut_short |= asked.interrupted && asked.interrupted();
    }
    if (seen.lost || seen.cut_short) {
        return;
    }
    for (std::string& failure : failed_proofs(done, asked)) {
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
    const auto sample = [&] {
        if (!what.samples.segments.empty()) {
            batch samples = one.run(what.samples, source);
            add_proofs(one, samples, what.samples, seen);
            seen.samples = std::move(samples.intervals);
        }
    };
    if (!value_first) {
        sample();
    }
    batch value = run_watched(one, what.value, source, watch);
    if (value_first) {
        sample();
    }
    add_proofs(one, value, what.value, seen);
    if (seen.failures.empty() && !seen.lost && !seen.cut_short) {
        seen.value = value.intervals.front();
        keep_value(value, what.value, seen);
    }
}

void observe_joined(const measured_case& one, const case_plan& what, clock::source source,
                    bool value_first, const value_watch& watch, slot& seen) {
    const schedule asked = join(what, value_first);
    batch done = run_watched(one, asked, source, watch);
    add_proofs(one, done, asked, seen);
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
