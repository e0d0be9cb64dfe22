// SPDX-License-Identifier: BSL-1.0
#include <tollgate/measure/run.hpp>

#include <tollgate/measure/session.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tollgate::measure {
namespace {

surroundings with_a_clock(surroundings outside) {
    if (!outside.now) {
        outside.now = [start = std::chrono::steady_clock::now()] {
            return std::chrono::steady_clock::now() - start;
        };
    }
    return outside;
}

std::optional<classical_run> classical(std::span<const measured_case> cases,
                                       const std::optional<classical_request>& asked,
                                       const calibration& clock, const surroundings& outside) {
    const auto is_it = [&](const measured_case& one) {
        return asked && one.key.name() == asked->of && one.run_classical;
    };
    const auto found = std::find_if(cases.begin(), cases.end(), is_it);
    return found == cases.end() ? std::nullopt
                                : std::optional(run_classical(*found, *asked, clock, outside));
}

limits what_is_left(limits until, std::chrono::nanoseconds elapsed) {
    until.budget = std::max(std::chrono::nanoseconds(0), until.budget - elapsed);
    return until;
}

void refuse_what_cannot_be_told_apart(std::span<const measured_case> cases) {
    if (cases.empty()) {
        throw std::invalid_argument("there is no case to measure");
    }
    std::set<std::string_view> names;
    for (const measured_case& one : cases) {
        if (!names.insert(one.key.name()).second) {
            throw std::invalid_argument("two cases have the name " + one.key.name());
        }
    }
}

} // namespace

result run(std::span<const measured_case> cases, const run_options& asked) {
    refuse_what_cannot_be_told_apart(cases);
    const surroundings outside = with_a_clock(asked.outside);
    result seen;
    seen.clock = calibrate(asked.clock);
    seen.classical = classical(cases, asked.classical, seen.clock, outside);
    if (seen.classical && !seen.classical->failures.empty()) {
        seen.stopped = stop_reason::failed;
        seen.took = outside.now();
        return seen;
    }
    session measuring(seen.clock, outside);
    const std::vector<pilot> pilots = measuring.look_at(cases);
    const plan planned = make_plan(pilots, what_is_left(asked.until, outside.now()),
                                   seen.clock.reading_ns_p50, asked.seed);
    rounds measured = measuring.measure(cases, planned);
    for (case_record& record : measured.cases) {
        seen.cases.emplace_back(std::move(record));
    }
    seen.twin = std::move(measured.twin);
    seen.rounds = measured.done;
    seen.stopped = measured.stopped;
    seen.took = outside.now();
    return seen;
}

} // namespace tollgate::measure
