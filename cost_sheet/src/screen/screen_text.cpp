// SPDX-License-Identifier: BSL-1.0
#include "screen/screen.hpp"

#include "ranking.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t screen_columns = 100;
constexpr std::size_t screen_lines = 40;
constexpr std::size_t label_columns = 46;
constexpr std::size_t title_columns = 8;

/// Whether only the bound of a difference is known.
bool is_below(const screen_line& line) {
    return line.is_difference && line.cost.ns.range && line.cost.ns.range->high > 0 &&
           report::grade_of(line.cost.ns) == report::grade::poor;
}

std::string screen_row(std::string_view label, std::string_view cost, std::string_view p99,
                       std::string_view times, std::string_view command) {
    return fmt::format("{:<46} {:>16} {:>7} {:>6}  {}\n", label, cost, p99, times, command);
}

/// `begin` is the start of the line; it takes columns of the label.
std::string line_row(std::string_view begin, const screen_line& line) {
    const std::string label =
        std::string(begin) + report::printable(line.label, label_columns - begin.size());
    const std::string command =
        report::printable(line.program, 20) + " " + report::printable(line.only, 60);
    if (!has_figure(line)) { // the text takes the columns of the figures
        return fmt::format("{:<46} {:<31}  {}\n", label, report::printable(cost_cell(line), 31),
                           command);
    }
    return screen_row(label, cost_cell(line), line.p99_ns ? report::time_text(*line.p99_ns) : "",
                      ratio_cell(line), command);
}

/// A short title begins the first line, a longer title is a line above all of them.
std::string lines_text(const screen_section& section) {
    const bool above = section.title.size() >= title_columns;
    std::string text = above ? section.title + ":\n" : std::string();
    std::string begin = above ? "  " : fmt::format("{:<{}}", section.title, title_columns);
    for (const screen_line& line : section.lines) {
        text += line_row(begin, line);
        begin.assign(begin.size(), ' ');
    }
    return text;
}

std::string screen_head(const results& all) {
    const report::context& about = all.files.front().about;
    std::string text = "What to use here, and what it costs: ";
    text += about.cpu_model.empty() ? "a machine that the file does not name"
                                    : report::printable(about.cpu_model, 25);
    text += fmt::format(", {} CPU{}, {}", about.cpus, about.cpus == 1 ? "" : "s",
                        report::printable(about.kernel, 24));
    return text;
}

} // namespace

bool has_figure(const screen_line& line) {
    return line.case_index && (!line.share_text.empty() || is_below(line) ||
                               report::grade_of(line.cost.ns) != report::grade::poor);
}

std::string cost_cell(const screen_line& line) {
    if (!line.case_index) {
        return "not here: " + line.why_not;
    }
    if (!line.share_text.empty()) {
        return line.share_text;
    }
    if (is_below(line)) {
        return report::bound_text(line.cost.ns.range->high);
    }
    if (!has_figure(line)) {
        return "not measured well enough here";
    }
    return report::whole_cost_text(line.cost.ns);
}

std::string ratio_cell(const screen_line& line) {
    return line.not_resolved ? "=" : line.ratio ? report::ratio_digits_text(*line.ratio) : "";
}

std::string screen_text(const results& all, const screen& shown) {
    std::string text = screen_head(all) + "\n" + failures_text(all, false) +
                       screen_row("±: 95 % interval; ×: cheapest of its kind is 1", "cost", "p99",
                                  "×", "./PROGRAM --only");
    for (const screen_section& section : shown.sections) {
        text += lines_text(section);
        for (const std::string& sentence : section.sentences) {
            const auto lines = report::wrapped("  " + sentence, screen_columns, screen_lines, "  ");
            text += fmt::format("{}\n", fmt::join(lines, "\n"));
        }
    }
    const auto written = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::size_t left = written + 2 < screen_lines ? screen_lines - 1 - written : 1;
    for (std::size_t i = 0; i < std::min(left, shown.environment.size()); ++i) {
        text += report::wrapped(shown.environment[i], screen_columns, 1, "").front() + "\n";
    }
    return text +
           "Every row: ./costSheet --all FILES. To measure a line again: ./PROGRAM --only TEXT\n";
}

} // namespace tollgate::cost_sheet
