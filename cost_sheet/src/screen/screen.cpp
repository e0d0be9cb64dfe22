// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"
#include "comparable.hpp"

#include <tollgate/measure/plan.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

/// Whether a file was measured in a virtual machine.
bool is_virtual(const results& all) {
    return std::ranges::any_of(all.files, [](const result_file& file) {
        return std::ranges::any_of(file.environment, [](const environment::verdict& verdict) {
            return verdict.name == "hypervisor" && verdict.state == environment::condition::bad;
        });
    });
}

using known_lines = std::map<std::string_view, screen_line>;

/// The line, if its cost is above zero and good enough for a ratio.
const screen_line* figure(const known_lines& known, std::string_view about) {
    const auto found = known.find(about);
    const bool there = found != known.end() && found->second.case_index &&
                       found->second.cost.ns.value > 0 &&
                       report::grade_of(found->second.cost.ns) != report::grade::poor;
    return there ? &found->second : nullptr;
}

std::string sentence(const results& all, const known_lines& known, const claim_rule& rule) {
    const screen_line* subject = figure(known, rule.subject);
    std::vector<std::string> resolved;
    std::vector<std::string> not_resolved;
    std::vector<std::string> apart; // not measured together
    bool costs_more = true;
    for (const claim_rule::other& each : rule.others) {
        const screen_line* other = figure(known, each.line);
        if (subject == nullptr || other == nullptr) {
            continue;
        }
        if (!measured_together(all, *subject, *other)) {
            apart.push_back(each.words);
        } else if (differ_significantly(all, *subject, *other)) {
            const double ratio = times_as_much(subject->cost, other->cost);
            costs_more = costs_more && ratio > 1;
            resolved.push_back(report::times_text(ratio) + " " + each.words);
        } else {
            not_resolved.push_back(each.words);
        }
    }
    std::string text;
    if (!resolved.empty()) {
        text = fmt::format("{} {}", rule.begin, fmt::join(resolved, ", "));
    }
    const auto add = [&](const char* begin, const auto& names, const char* end) {
        if (!names.empty()) {
            text += (text.empty() ? rule.begin.substr(0, rule.begin.rfind(' ')) + ": " : "; ") +
                    fmt::format("{}{}{}", begin, fmt::join(names, " or "), end);
        }
    };
    add("no significant difference from ", not_resolved, "");
    add("no ratio to ", apart, ", because the runs were not interleaved");
    if (!resolved.empty() && not_resolved.empty() && costs_more && is_virtual(all)) {
        text += rule.if_virtual;
    }
    return text.empty() ? text : text + ".";
}

screen_section section_of(const results& all, const section_rule& rule) {
    screen_section section{rule.title, {}, {}};
    known_lines known;
    for (const std::vector<line_rule>& group : rule.groups) {
        std::vector<screen_line> lines;
        for (const line_rule& each : group) {
            if (auto line = line_of(all, each)) {
                lines.push_back(std::move(*line));
            }
        }
        rank(all, lines);
        for (screen_line& line : lines) {
            if (line.case_index) {
                known.emplace(line.name, line);
            }
            if (!line.label.empty()) {
                section.lines.push_back(std::move(line));
            }
        }
    }
    for (const claim_rule& each : rule.claims) {
        if (std::string text = sentence(all, known, each); !text.empty()) {
            section.sentences.push_back(std::move(text));
        }
    }
    return section;
}

/// Whether all files are of one machine, clock and build, and each program is there once. Files
/// that explain a case do not count.
bool is_one_run(const results& all) {
    const auto machine_of = [](const result_file& file) {
        return std::tie(file.about.host_name, file.about.cpu_model, file.about.kernel,
                        file.clock.source, file.about.release_build);
    };
    std::set<std::string> programs;
    return std::ranges::all_of(all.files, [&](const result_file& file) {
        return (file.explains || programs.insert(file.about.program).second) &&
               machine_of(file) == machine_of(all.files.front());
    });
}

/// The priority of a line, and its text. A smaller number comes first.
using ranked_line = std::pair<int, std::string>;

/// Adds the partial files, and the files with few passes.
void add_short_runs(const results& all, std::vector<ranked_line>& found) {
    std::string partial;
    std::string few;
    for (const result_file& file : all.files) {
        const std::string label = report::printable(file.label, 20);
        if (file.partial()) {
            partial += (partial.empty() ? "partial, interrupted: " : ", ") + label;
        }
        if (!file.foreign && file.passes < measure::fewest_passes) {
            few += (few.empty() ? "few passes, so that ± is wide or missing: " : ", ") + label;
        }
    }
    found.emplace_back(-3, partial);
    found.emplace_back(-2, few);
}

/// Adds the two CPUs whose latency changed, in the file with the most readings of two such CPUs.
void add_latencies(const results& all, std::vector<ranked_line>& found) {
    constexpr double steady_share = 0.95;
    std::string text;
    std::uint64_t most = 0;
    for (const result_file& file : all.files) {
        for (const auto& [cpus, latency] : file.speed.latencies) {
            if (latency.usual_share < steady_share && latency.readings > most) {
                most = latency.readings;
                text = fmt::format(
                    "latency of CPU {} to {}: {} for {:.0f} % of the time, else {} to {} (the host "
                    "moves CPUs)",
                    cpus.first, cpus.second, report::time_text(latency.usual_ns),
                    100 * latency.usual_share, report::time_text(latency.least_ns),
                    report::time_text(latency.most_ns));
            }
        }
    }
    found.emplace_back(-1, is_virtual(all) ? text : "");
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

std::vector<std::string> about_runs(const results& all) {
    constexpr std::size_t most = 3;
    std::vector<ranked_line> found;
    found.emplace_back(-4, mixture_text(all));
    add_short_runs(all, found);
    add_latencies(all, found);
    add_verdicts(all, found);
    std::erase_if(found, [](const ranked_line& line) { return line.second.empty(); });
    std::ranges::stable_sort(found, {}, &ranked_line::first);
    found.resize(std::min(most, found.size()));
    std::vector<std::string> lines(found.size());
    std::ranges::transform(found, lines.begin(), &ranked_line::second);
    return lines;
}

screen_section lost_time(const results& all) {
    screen_section section{"noise", {}, {}};
    for (std::size_t i = 0; i < all.cases.size() && section.lines.empty(); ++i) {
        const std::vector<report::lost_time>& lost = all.file_of(all.cases[i]).lost_times;
        if (lost.empty() || !all.cases[i].key().has("cpu") || !all.counts(all.cases[i])) {
            continue;
        }
        const double longest_ns =
            std::ranges::max(lost, {}, &report::lost_time::longest_gap_ns).longest_gap_ns;
        section.lines.push_back(
            {.name = "lost_time",
             .label = "time lost on a CPU, gaps up to " + report::time_text(longest_ns),
             .program = "testNoise",
             .only = "lost_time",
             .case_index = i,
             .share_text = report::lost_range_text(lost)});
    }
    return section;
}

screen make_screen(const results& all) {
    screen shown;
    if (!is_one_run(all)) {
        return shown;
    }
    for (const section_rule& rule : screen_rules()) {
        screen_section section = section_of(all, rule);
        if (std::ranges::any_of(section.lines,
                                [](const auto& line) { return line.case_index.has_value(); })) {
            shown.sections.push_back(std::move(section));
        }
    }
    for (screen_section section : {lost_time(all), other_runtimes(all)}) {
        if (!section.lines.empty()) {
            shown.sections.push_back(std::move(section));
        }
    }
    if (!shown.sections.empty()) {
        shown.environment = about_runs(all);
    }
    return shown;
}

} // namespace tollgate::cost_sheet
