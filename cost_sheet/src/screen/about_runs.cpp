// SPDX-License-Identifier: BSL-1.0
#include "comparable.hpp"
#include "screen/screen.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// What is said, and how urgent it is: the least first.
using ranked_line = std::pair<int, std::string>;

void add_labels(const results& all, int urgency, std::string line,
                bool (*is_so)(const result_file&), std::vector<ranked_line>& found) {
    const char* before = ": ";
    for (const result_file& file : all.files) {
        if (is_so(file)) {
            line += std::exchange(before, ", ") + report::printable(file.label, 20);
        }
    }
    if (*before == ',') {
        found.emplace_back(urgency, line);
    }
}

/// Two CPUs that were not always as far from each other: of all files those with the most readings.
void add_distances(const results& all, std::vector<ranked_line>& found) {
    constexpr double steady_share = 0.95;
    std::string text;
    std::uint64_t most = 0;
    for (const result_file& file : all.files) {
        for (const auto& [cpus, of] : file.speed.distances) {
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
    if (!text.empty() && is_guest(all)) {
        found.emplace_back(-1, text);
    }
}

void add_verdicts(const results& all, std::vector<ranked_line>& found) {
    std::set<std::string> named;
    for (const result_file& file : all.files) {
        for (const environment::verdict& verdict : file.environment) {
            const bool bad = verdict.state == environment::condition::bad;
            const bool helped = !verdict.fix.empty();
            if (verdict.state == environment::condition::ok || (!bad && !helped) ||
                !named.insert(verdict.name).second) {
                continue;
            }
            const std::string why =
                verdict.why.empty() ? "" : " (" + report::printable(verdict.why) + ")";
            found.emplace_back(
                (bad ? 0 : 2) + (helped ? 0 : 1),
                report::printable(verdict.name) + ": " + report::printable(verdict.found) +
                    (helped ? "; against it: " + report::printable(verdict.fix) : why));
        }
    }
}

} // namespace

bool is_guest(const results& all) {
    return std::ranges::any_of(all.files, [](const result_file& file) {
        return std::ranges::any_of(file.environment, [](const environment::verdict& verdict) {
            return verdict.name == "hypervisor" && verdict.state == environment::condition::bad;
        });
    });
}

std::vector<std::string> about_runs(const results& all) {
    constexpr std::size_t most = 3;
    std::vector<ranked_line> found;
    if (const std::string mixture = mixture_text(all); !mixture.empty()) {
        found.emplace_back(-4, mixture);
    }
    add_labels(
        all, -3, "partial, interrupted", [](const result_file& file) { return file.partial(); },
        found);
    add_labels(
        all, -2, "too few passes, so that ± is too narrow",
        [](const result_file& file) {
            return !file.foreign && file.passes < measure::fewest_passes;
        },
        found);
    add_distances(all, found);
    add_verdicts(all, found);
    std::ranges::stable_sort(found, {}, &ranked_line::first);
    found.resize(std::min(most, found.size()));
    std::vector<std::string> lines(found.size());
    std::ranges::transform(found, lines.begin(), &ranked_line::second);
    return lines;
}

} // namespace tollgate::cost_sheet
