// SPDX-License-Identifier: BSL-1.0
#include "slot.hpp"

#include <tollgate/measure/case_record.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tollgate::measure {
namespace {

/// Notes whether the case was given up or interrupted. Otherwise adds the failed self-checks.
void add_self_checks(const measured_case& subject, const batch& done, const schedule& scheduled,
                     slot& result) {
    if (!done.complete && subject.given_up) {
        result.lost = subject.given_up({});
        result.cut_short |= scheduled.interrupted && scheduled.interrupted();
    }
    if (result.lost || result.cut_short) {
        return;
    }
    for (std::string& failure : failed_self_checks(done, scheduled)) {
        result.failures.push_back(std::move(failure));
    }
    result.cpus.insert(result.cpus.end(), done.report.cpus.begin(), done.report.cpus.end());
}

void keep_value(batch& done, const schedule& scheduled, slot& result) {
    result.metered_operations = done.report.metered.value_or(scheduled.operations());
    result.metered_groups = done.report.used_has_readings ? scheduled.groups() : 0;
    result.value_report = std::move(done.report);
}

batch run_watched(const measured_case& subject, const schedule& scheduled, clock::source source,
                  const value_watch& watch) {
    watch.begins();
    batch done = subject.run(scheduled, source);
    watch.ended(done.report);
    return done;
}

void observe_apart(const measured_case& subject, const case_plan& planned, clock::source source,
                   bool value_first, const value_watch& watch, slot& result) {
    const auto sample = [&] {
        if (!planned.samples.segments.empty()) {
            batch samples = subject.run(planned.samples, source);
            add_self_checks(subject, samples, planned.samples, result);
            result.samples = std::move(samples.intervals);
        }
    };
    if (!value_first) {
        sample();
    }
    batch value = run_watched(subject, planned.value, source, watch);
    if (value_first) {
        sample();
    }
    add_self_checks(subject, value, planned.value, result);
    if (result.failures.empty() && !result.lost && !result.cut_short) {
        result.value = value.intervals.front();
        keep_value(value, planned.value, result);
    }
}

void observe_joined(const measured_case& subject, const case_plan& planned, clock::source source,
                    bool value_first, const value_watch& watch, slot& result) {
    const schedule scheduled = join(planned, value_first);
    batch done = run_watched(subject, scheduled, source, watch);
    add_self_checks(subject, done, scheduled, result);
    if (result.failures.empty()) {
        const auto value = value_first ? done.intervals.begin() : done.intervals.end() - 1;
        result.value = *value;
        done.intervals.erase(value);
        result.samples = std::move(done.intervals);
        keep_value(done, scheduled, result);
    }
}

} // namespace

slot observe(const measured_case& subject, const case_plan& planned, clock::source source,
             bool value_first, const value_watch& watch) {
    slot result;
    result.value_operations = planned.value.segments.front().size;
    (planned.joined ? observe_joined : observe_apart)(subject, planned, source, value_first, watch,
                                                      result);
    return result;
}

slot observe_events(const measured_case& subject, const schedule& scheduled,
                    const calibration& clock, const value_watch& watch) {
    slot result;
    batch done = run_watched(subject, scheduled, clock.source, watch);
    result.cpus = done.report.cpus;
    if (!done.complete && scheduled.interrupted && scheduled.interrupted()) {
        // The interrupt explains missing events, but not the failures that the loop itself reports.
        result.failures = done.report.failures;
        result.cut_short = result.failures.empty();
        return result;
    }
    if (!done.complete && done.report.failures.empty() && subject.given_up) {
        result.lost = subject.given_up({});
    }
    if (result.lost) {
        return result;
    }
    result.failures = failed_event_self_checks(done, scheduled);
    if (!result.failures.empty()) {
        return result;
    }
    const double reading_ns = subject.events.without_readings ? clock.reading_ns_p50 : 0;
    const std::int64_t requested = std::llround(
        (static_cast<double>(subject.events.expected.count()) - reading_ns) / clock.ns_per_count);
    for (std::int64_t& length : done.intervals) {
        length -= requested;
    }
    result.samples = std::move(done.intervals);
    keep_value(done, scheduled, result);
    return result;
}

} // namespace tollgate::measure
