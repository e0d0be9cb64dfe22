// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace tollgate::cost_sheet {
namespace {

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

/// The lines of a section, also those without a label.
std::vector<screen_line> lines_of(const results& all, const section_rule& rule) {
    std::vector<screen_line> lines;
    for (const std::vector<line_rule>& group : rule.groups) {
        std::vector<screen_line> alike;
        for (const line_rule& each : group) {
            if (auto line = line_of(all, each)) {
                alike.push_back(std::move(*line));
            }
        }
        rank(all, alike);
        std::ranges::move(alike, std::back_inserter(lines));
    }
    return lines;
}

/// Facts as far as they fit; the model of the CPU is cut at a word.
std::string machine_of(const results& all) {
    const report::context& about = all.files.front().about;
    constexpr std::size_t model_columns = 30;
    std::string text = about.cpu_model.empty()
                           ? "a machine without a name"
                           : report::wrapped(about.cpu_model, model_columns, 9, "").front();
    text += fmt::format(", {} CPU{}{}", about.cpus, about.cpus == 1 ? "" : "s",
                        is_virtual(all) ? ", VM" : "");
    const std::string kernel = about.kernel.empty() ? "" : ", " + report::printable(about.kernel);
    return text + (text.size() + kernel.size() <= 74 ? kernel : "");
}

} // namespace

bool is_virtual(const results& all) {
    return std::ranges::any_of(all.files, [](const result_file& file) {
        return std::ranges::any_of(file.environment, [](const environment::verdict& verdict) {
            return verdict.name == "hypervisor" && verdict.state == environment::condition::bad;
        });
    });
}

screen make_screen(const results& all) {
    screen shown;
    if (all.files.empty() || !is_one_run(all)) {
        return shown;
    }
    std::vector<screen_line> lines;
    for (const section_rule& rule : screen_rules()) {
        screen_section section{rule.title, rule.note, lines_of(all, rule)};
        lines.insert(lines.end(), section.lines.begin(), section.lines.end());
        std::erase_if(section.lines, [](const screen_line& line) { return line.label.empty(); });
        if (std::ranges::any_of(section.lines,
                                [](const auto& line) { return line.case_index.has_value(); })) {
            shown.sections.push_back(std::move(section));
        }
    }
    shown.other_runtimes = other_runtimes(all);
    if (shown.sections.empty() && shown.other_runtimes.lines.empty()) {
        return shown;
    }
    shown.machine = machine_of(all);
    shown.recommendations = recommend(all, lines);
    lines.insert(lines.end(), shown.other_runtimes.lines.begin(), shown.other_runtimes.lines.end());
    shown.quality = quality_of(all, lines);
    return shown;
}

std::string_view why_no_screen(const results& all) {
    return all.size() == 0 ? ""
           : is_one_run(all)
               ? "No screen: no case with a valid figure is one that the screen shows.\n"
               : "No screen: the files are several runs of one program, or their machines, clocks "
                 "or kinds of build differ.\n";
}

} // namespace tollgate::cost_sheet
