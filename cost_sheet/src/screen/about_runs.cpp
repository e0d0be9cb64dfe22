// SPDX-License-Identifier: BSL-1.0
#include "../comparable.hpp"
#include "lines.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Two CPUs that were not always as far from each other: of all files that with the most readings.
std::optional<std::string> about_distances(const sheet& all) {
    constexpr double steady_share = 0.95;
    std::optional<std::string> text;
    std::uint64_t most = 0;
    for (const sheet_file& file : all.files) {
        for (const auto& [cpus, of] : file.distances) {
            if (of.usual_share < steady_share && of.readings > most) {
                most = of.readings;
                text = fmt::format(
                    "distance: CPU {} to {} takes {} {:.0f} % of the time, else {} to {} (the host "
                    "moves CPUs)",
                    cpus.first, cpus.second, report::time_text(of.usual_ns), 100 * of.usual_share,
                    report::time_text(of.least_ns), report::time_text(of.most_ns));
            }
        }
    }
    return is_guest(all) ? text : std::nullopt;
}

/// In what files differ that are shown as one run. Those that explain a case are shown apart.
std::optional<std::string> about_mixture(const sheet& all) {
    std::vector<std::vector<run_fact>> facts;
    for (const sheet_file& file : all.files) {
        if (!file.explains) {
            facts.push_back(
                facts_of(file.about, file.clock.source, file.environment, file.foreign));
        }
    }
    fact_groups groups;
    for (const std::vector<run_fact>& of_file : facts) {
        groups.push_back({&of_file});
    }
    std::vector<std::string> texts;
    for (const run_difference& fact : differences(groups)) {
        if (fact.grave == severity::said) {
            continue;
        }
        std::vector<std::string> values;
        for (const std::vector<std::string>& of_file : fact.values) {
            for (const std::string& value : of_file) {
                values.push_back(report::printable(value, 16));
            }
        }
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        texts.push_back(fmt::format("{} {}", fact.name, fmt::join(values, " or ")));
    }
    return texts.empty() ? std::nullopt
                         : std::optional(fmt::format("the files are not of one run: {}",
                                                     fmt::join(texts, "; ")));
}

/// What is said, and how urgent it is: the least first.
using ranked_line = std::pair<int, std::string>;

void add_runs(const sheet& all, std::vector<ranked_line>& found) {
    std::vector<std::string> partial;
    std::vector<std::string> few;
    for (const sheet_file& file : all.files) {
        const std::string name = report::printable(file.label, 20);
        if (file.partial) {
            partial.push_back(name);
        }
        if (!file.foreign && file.passes < measure::fewest_passes) {
            few.push_back(name);
        }
    }
    if (!partial.empty()) {
        found.emplace_back(-3, fmt::format("partial, interrupted: {}", fmt::join(partial, ", ")));
    }
    if (!few.empty()) {
        found.emplace_back(
            -2, fmt::format("too few passes, so that ± is too narrow: {}", fmt::join(few, ", ")));
    }
}

void add_verdicts(const sheet& all, std::vector<ranked_line>& found) {
    std::set<std::string> named;
    for (const sheet_file& file : all.files) {
        for (const environment::verdict& one : file.environment) {
            const bool bad = one.state == environment::condition::bad;
            if (one.state == environment::condition::ok || (!bad && one.fix.empty()) ||
                !named.insert(one.name).second) {
                continue;
            }
            const std::string why = one.why.empty() ? "" : " (" + report::printable(one.why) + ")";
            found.emplace_back(
                (bad ? 0 : 2) + (one.fix.empty() ? 1 : 0),
                report::printable(one.name) + ": " + report::printable(one.found) +
                    (one.fix.empty() ? why : "; against it: " + report::printable(one.fix)));
        }
    }
}

} // namespace

bool is_guest(const sheet& all) {
    return std::any_of(all.files.begin(), all.files.end(), [](const sheet_file& file) {
        return std::any_of(file.environment.begin(), file.environment.end(), [](const auto& one) {
            return one.name == "hypervisor" && one.state == environment::condition::bad;
        });
    });
}

std::vector<std::string> about_runs(const sheet& all) {
    constexpr std::size_t most = 3;
    std::vector<ranked_line> found;
    if (auto mixture = about_mixture(all)) {
        found.emplace_back(-4, std::move(*mixture));
    }
    add_runs(all, found);
    if (auto moved = about_distances(all)) {
        found.emplace_back(-1, std::move(*moved));
    }
    add_verdicts(all, found);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    found.resize(std::min(most, found.size()));
    std::vector<std::string> lines;
    for (auto& [rank, line] : found) {
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace tollgate::cost_sheet
