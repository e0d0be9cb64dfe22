// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

using known_lines = std::map<std::string_view, screen_line>;

/// Nothing that is not a cost can be said to be a part of another one.
const screen_line* figure(const known_lines& known, std::string_view about) {
    const auto found = known.find(about);
    const bool there = found != known.end() && found->second.of &&
                       found->second.cost.ns.value > 0 &&
                       report::grade_of(found->second.cost.ns) != report::grade::poor;
    return there ? &found->second : nullptr;
}

std::string sentence(const results& all, const known_lines& known, const claim_rule& rule) {
    const screen_line* subject = figure(known, rule.about);
    std::vector<std::string> resolved;
    std::vector<std::string> tied;
    std::vector<std::string> of_others; // measured in another run
    bool costs_more = true;
    for (const claim_rule::other& each : rule.others) {
        const screen_line* other = figure(known, each.about);
        if (subject == nullptr || other == nullptr) {
            continue;
        }
        if (!of_one_run(all, *subject, *other)) {
            of_others.push_back(each.name);
        } else if (told_apart(all, *subject, *other)) {
            const double ratio = subject->cost.ns.value / other->cost.ns.value;
            costs_more = costs_more && ratio > 1;
            resolved.push_back(report::times_text(ratio) + " " + each.name);
        } else {
            tied.push_back(each.name);
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
    add("no difference from ", tied, " is resolved");
    add("no ratio to ", of_others, ", which was not measured in turns with it");
    if (!resolved.empty() && tied.empty() && costs_more && is_guest(all)) {
        text += rule.in_a_guest;
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
            if (line.of) {
                known.emplace(line.about, line);
            }
            if (!line.what.empty()) {
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

} // namespace

screen make_screen(const results& all) {
    screen made;
    if (!is_one_run(all)) {
        return made;
    }
    for (const section_rule& rule : screen_rules()) {
        screen_section section = section_of(all, rule);
        if (std::ranges::any_of(section.lines,
                                [](const auto& line) { return line.of.has_value(); })) {
            made.sections.push_back(std::move(section));
        }
    }
    if (screen_section others = other_runtimes(all); !others.lines.empty()) {
        made.sections.push_back(std::move(others));
    }
    if (!made.sections.empty()) {
        made.environment = about_runs(all);
    }
    return made;
}

} // namespace tollgate::cost_sheet
