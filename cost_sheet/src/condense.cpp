// SPDX-License-Identifier: BSL-1.0
#include "sheet.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

std::optional<double> if_finite(std::optional<double> value) {
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<stats::interval> if_finite(const std::optional<stats::interval>& range) {
    return range && std::isfinite(range->low) && std::isfinite(range->high) ? range : std::nullopt;
}

std::vector<std::string> remarks_of(const measure::case_summary& of) {
    std::vector<std::string> remarks;
    if (of.check.disagrees) {
        remarks.emplace_back("the unobserved loop and the line through groups disagree");
    }
    if (!of.value_ns.range) {
        remarks.emplace_back("too few rounds for an interval");
    } else if (of.over == measure::basis::rounds) {
        remarks.emplace_back("its interval is over rounds, not over passes: too narrow where the "
                             "machine changed its speed");
    }
    return remarks;
}

/// Nothing is taken off where the median would not be corrected, either.
bool is_as_read(const measure::case_summary& of) {
    return !of.percentiles.front().corrected_ns;
}

std::vector<curve_point> curve_of(const measure::case_summary& of) {
    const double overhead_ns = is_as_read(of) ? 0 : of.overhead_ns.value;
    std::vector<curve_point> curve;
    curve.reserve(of.curve.size());
    for (const measure::curve_point& point : of.curve) {
        const double ns = point.raw_ns - overhead_ns;
        if (std::isfinite(ns)) {
            curve.push_back({point.beyond, ns});
        }
    }
    return curve;
}

/// The number, from 1 on, of what disturbed a round; 0 if nothing did.
std::uint32_t number_of(const std::vector<std::string>& reasons, std::vector<std::string>& known) {
    if (reasons.empty()) {
        return 0;
    }
    const std::string text = fmt::format("{}", fmt::join(reasons, ", "));
    const auto found = std::find(known.begin(), known.end(), text);
    const auto number = static_cast<std::uint32_t>(found - known.begin()) + 1;
    if (found == known.end()) {
        known.push_back(text);
    }
    return number;
}

/// Every k-th round, and of those between them the disturbed ones as long as there is room.
void add_history(const std::vector<measure::case_round>& rounds, sheet_case& to) {
    constexpr std::size_t most = sheet_case::most_history;
    const std::size_t step = rounds.size() <= most ? 1 : 1 + rounds.size() / (most * 3 / 4);
    std::size_t room = most - (rounds.size() + step - 1) / step;
    to.history_thinned = step > 1;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const measure::case_round& round = rounds[i];
        if (i % step != 0) {
            if (round.disturbances.empty() || room == 0) {
                continue;
            }
            --room;
        }
        if (std::isfinite(round.value_ns)) {
            to.history.push_back({round.value_ns, static_cast<std::uint32_t>(round.process),
                                  number_of(round.disturbances, to.disturbances)});
        }
    }
    to.history.shrink_to_fit();
}

/// Those of the run and of its cases, each once.
std::vector<std::string> failures_of(const report::result& seen) {
    std::vector<std::string> all = seen.failures;
    for (const auto* cases : {&seen.cases, &seen.twins}) {
        for (const measure::case_result& one : *cases) {
            all.insert(all.end(), one.record.failures.begin(), one.record.failures.end());
        }
    }
    std::vector<std::string> each_once;
    std::set<std::string> known;
    std::copy_if(all.begin(), all.end(), std::back_inserter(each_once),
                 [&](const std::string& one) { return known.insert(one).second; });
    return each_once;
}

/// None unless each has a logarithm.
std::vector<pass_cost> pass_costs_of(const measure::case_summary& of) {
    std::vector<pass_cost> costs;
    if (of.over != measure::basis::passes || of.figure_passes.size() != of.pass_figures_ns.size()) {
        return costs;
    }
    for (std::size_t i = 0; i < of.pass_figures_ns.size(); ++i) {
        if (!(of.pass_figures_ns[i] > 0) || !std::isfinite(of.pass_figures_ns[i])) {
            return {};
        }
        costs.push_back({of.figure_passes[i], std::log(of.pass_figures_ns[i])});
    }
    return costs;
}

} // namespace

sheet_case condense(const measure::case_result& from, bool foreign, detail kept) {
    const auto& [record, of] = from;
    sheet_case one;
    one.key = record.key;
    one.unit = record.unit;
    one.of_guest = record.valued_by == measure::method::guest_batches;
    one.proven = record.failures.empty();
    one.value_ns = of.value_ns.value;
    one.range = if_finite(of.value_ns.range);
    one.rounds = of.rounds;
    one.cpu_ns = if_finite(of.cpu_ns);
    if (foreign) {
        return one;
    }
    one.pass_costs = pass_costs_of(of);
    one.digested = record.rounds.empty() && of.rounds != 0;
    one.disturbed_rounds = of.disturbed_rounds;
    if (of.quiet_ns) {
        one.quiet_share = static_cast<double>(of.quiet_rounds) / static_cast<double>(of.rounds);
        one.as_it_is_ns = if_finite(of.as_it_is_ns.value);
        one.as_it_is_range = if_finite(of.as_it_is_ns.range);
    }
    one.samples = of.samples;
    for (std::size_t i = 0; i < one.percentiles_ns.size(); ++i) {
        one.percentiles_ns[i] = if_finite(of.percentiles[i].corrected_ns);
    }
    one.max_ns = if_finite(of.max_corrected_ns);
    one.remarks = remarks_of(of);
    if (kept == detail::distributions) {
        one.curve = curve_of(of);
        one.curve_as_read = is_as_read(of);
        add_history(record.rounds, one);
    }
    return one;
}

sheet_file condense(const report::reading& from, const std::string& path) {
    const report::result& seen = from.seen;
    sheet_file file;
    file.path = path;
    file.label = seen.about.program;
    file.about = seen.about;
    file.foreign = from.foreign;
    file.proven = seen.proven();
    file.clock = seen.clock;
    file.environment = seen.environment;
    file.rounds = seen.rounds;
    file.passes = seen.passes;
    file.took_s = seen.took_s;
    file.unavailable = seen.unavailable;
    file.failures = failures_of(seen);
    file.notes = seen.notes;
    file.notes.insert(file.notes.end(), seen.guests.begin(), seen.guests.end());
    if (from.foreign) {
        return file;
    }
    file.partial = seen.partial();
    file.noise_floor = if_finite(largest_floor(seen.noise_floors()));
    file.distances = seen.speed.distances;
    if (seen.speed.loops != 0) {
        file.fast_share = if_finite(seen.speed.fast_share);
    }
    if (seen.explanation) {
        file.explained = seen.explanation;
        file.explains = true;
        file.label += " --explain"; // beside a usual run of the program
    }
    return file;
}

} // namespace tollgate::cost_sheet
