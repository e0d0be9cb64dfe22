// SPDX-License-Identifier: BSL-1.0
#include "about_runs.hpp"

#include "../printable.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>

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

using ranked_line = std::pair<int, std::string>;

/// What the runs themselves were.
void add_runs(const sheet& all, std::vector<ranked_line>& found) {
    std::string partial;
    std::string few;
    for (const sheet_file& file : all.files) {
        const std::string name = printable(file.label, 20);
        if (file.partial) {
            partial += (partial.empty() ? "" : ", ") + name;
        }
        if (!file.foreign && file.passes < measure::fewest_passes) {
            few += (few.empty() ? "" : ", ") + name;
        }
    }
    if (!partial.empty()) {
        found.emplace_back(-3, "partial, interrupted: " + partial);
    }
    if (!few.empty()) {
        found.emplace_back(-2, "too few passes, so that ± is too narrow: " + few);
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
            const std::string fix = one.fix.empty() ? "" : "; against it: " + printable(one.fix);
            found.emplace_back((bad ? 0 : 2) + (one.fix.empty() ? 1 : 0),
                               fmt::format("{}: {}{}", printable(one.name), printable(one.found),
                                           fix.empty() && !one.why.empty()
                                               ? " (" + printable(one.why) + ")"
                                               : fix));
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
    add_runs(all, found);
    if (auto moved = about_distances(all)) {
        found.emplace_back(-1, std::move(*moved));
    }
    add_verdicts(all, found);
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> lines;
    for (auto& [rank, line] : found) {
        if (lines.size() < most) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace tollgate::cost_sheet
