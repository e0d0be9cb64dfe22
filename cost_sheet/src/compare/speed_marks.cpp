// SPDX-License-Identifier: BSL-1.0
#include "compare/speed_marks.hpp"

#include <tollgate/stats/quantile.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

std::optional<double> median_log(const run_list& runs, const std::string& name) {
    std::vector<double> logs;
    for (const measured_run* one : runs) {
        for (const speed_mark& each : one->marks) {
            if (each.name == name) {
                logs.push_back(std::log(each.ns));
            }
        }
    }
    return logs.empty() ? std::nullopt : std::optional(stats::median(std::move(logs)));
}

/// Each mark once.
std::vector<speed_mark> marks_in(const run_list& runs) {
    std::vector<speed_mark> marks;
    for (const measured_run* one : runs) {
        for (const speed_mark& each : one->marks) {
            if (std::none_of(marks.begin(), marks.end(),
                             [&](const speed_mark& known) { return known.name == each.name; })) {
                marks.push_back(each);
            }
        }
    }
    return marks;
}

} // namespace

std::vector<speed_mark> marks_of(const measure::calibration& clock,
                                 const measure::machine_speed& during) {
    double reference_ns = 0;
    for (const auto& [cpu, ns] : during.fast_ns) {
        reference_ns += ns / static_cast<double>(during.fast_ns.size());
    }
    const std::vector<speed_mark> all{{"the reference loop", reference_ns, true},
                                      {"the clock's reading", clock.reading_ns_p50},
                                      {"an L1 miss", clock.l1_miss_ns}};
    std::vector<speed_mark> known;
    std::copy_if(all.begin(), all.end(), std::back_inserter(known),
                 [](const speed_mark& one) { return one.ns > 0 && std::isfinite(one.ns); });
    return known;
}

std::vector<moved_mark> moved_marks(const run_list& old_runs, const run_list& new_runs) {
    std::vector<moved_mark> moved;
    for (const speed_mark& one : marks_in(old_runs)) {
        const auto before = median_log(old_runs, one.name);
        const auto after = median_log(new_runs, one.name);
        if (before && after) {
            moved.push_back({one.name, std::exp(*after - *before), one.decisive});
        }
    }
    return moved;
}

std::vector<moved_mark> counting_marks(const std::vector<moved_mark>& marks) {
    std::vector<moved_mark> decisive;
    std::copy_if(marks.begin(), marks.end(), std::back_inserter(decisive),
                 [](const moved_mark& one) { return one.decisive; });
    return decisive.empty() ? marks : decisive;
}

machine_speed judge_speed(double ratio, const std::vector<moved_mark>& marks) {
    if (marks.empty()) {
        return machine_speed::unknown;
    }
    const std::vector<moved_mark> counting = counting_marks(marks);
    const bool decisive = counting.front().decisive;
    const auto share = [&](const moved_mark& one) { return std::log(one.ratio) / std::log(ratio); };
    if (std::all_of(counting.begin(), counting.end(),
                    [&](const moved_mark& one) { return std::abs(share(one)) < 1.0 / 3; })) {
        return decisive ? machine_speed::same : machine_speed::unseen;
    }
    return std::all_of(
               counting.begin(), counting.end(),
               [&](const moved_mark& one) { return share(one) > 2.0 / 3 && share(one) < 1.5; })
               ? machine_speed::moved
               : machine_speed::undecided;
}

} // namespace tollgate::cost_sheet
