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

/// In what files differ that are shown as one run. Those that explain a case are shown apart.
void add_mixture(const results& all, std::vector<ranked_line>& found) {
    std::vector<std::vector<const result_file*>> groups;
    for (const result_file& file : all.files) {
        if (!file.explains) {
            groups.push_back({&file});
        }
    }
    std::vector<std::string> texts;
    for (const run_fact& fact : facts_of(groups)) {
        if (!fact.differs || fact.if_different == severity::said) {
            continue;
        }
        std::set<std::string> values;
        for (const std::vector<std::string>& of_file : fact.values) {
            for (const std::string& value : of_file) {
                values.insert(report::printable(value, 16));
            }
        }
        texts.push_back(fmt::format("{} {}", fact.name, fmt::join(values, " or ")));
    }
    if (!texts.empty()) {
        found.emplace_back(-4,
                           fmt::format("the files are not of one run: {}", fmt::join(texts, "; ")));
    }
}

void add_labels(const results& all, int urgency, const char* what,
                bool (*is_so)(const result_file&), std::vector<ranked_line>& found) {
    std::vector<std::string> labels;
    for (const result_file& file : all.files) {
        if (is_so(file)) {
            labels.push_back(report::printable(file.label, 20));
        }
    }
    if (!labels.empty()) {
        found.emplace_back(urgency, fmt::format("{}: {}", what, fmt::join(labels, ", ")));
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
    return std::any_of(all.files.begin(), all.files.end(), [](const result_file& file) {
        return std::any_of(file.environment.begin(), file.environment.end(),
                           [](const environment::verdict& verdict) {
                               return verdict.name == "hypervisor" &&
                                      verdict.state == environment::condition::bad;
                           });
    });
}

std::vector<std::string> about_runs(const results& all) {
    constexpr std::size_t most = 3;
    std::vector<ranked_line> found;
    add_mixture(all, found);
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
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i) {
        lines.push_back(std::move(found[i].second));
    }
    return lines;
}

} // namespace tollgate::cost_sheet
