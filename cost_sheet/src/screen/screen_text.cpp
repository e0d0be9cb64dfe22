// SPDX-License-Identifier: BSL-1.0
#include "ranking.hpp"
#include "screen/screen.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tollgate::cost_sheet {
namespace {

constexpr std::size_t title_columns = 10;
constexpr std::size_t command_columns = 14;

/// The text, and spaces up to this width.
std::string padded(std::string text, std::size_t columns) {
    const std::size_t width = report::width_of(text);
    return text.append(columns > width ? columns - width : 0, ' ');
}

std::string right(const std::string& text, std::size_t columns) {
    const std::size_t width = report::width_of(text);
    return std::string(columns > width ? columns - width : 0, ' ') + text;
}

/// The columns of a row. The name is wider if no line has a quiet cost.
struct layout {
    std::size_t name = label_columns;
    std::size_t quiet = 9;

    [[nodiscard]] std::string row(std::string_view title, std::string_view name_text,
                                  const std::string& cost, const std::string& interval,
                                  const std::string& quiet_text, const std::string& p99,
                                  const std::string& times, std::string_view command) const {
        return padded(std::string(title), title_columns) + padded(std::string(name_text), name) +
               right(cost, 10) + " " + right(interval, 14) +
               (quiet == 0 ? "" : right(quiet_text, quiet)) + right(p99, 8) + right(times, 6) +
               " " + std::string(command);
    }
};

/// "Fiber yield": what follows ./test and --only.
std::string command_of(const screen_line& line) {
    constexpr std::string_view begin = "test";
    const std::string program = report::printable(line.program, 20);
    return line.only.empty()
               ? ""
               : (program.starts_with(begin) ? program.substr(begin.size()) : program) + " " +
                     report::printable(line.only, 60);
}

std::string line_row(const layout& columns, std::string_view title, const screen_line& line,
                     const report::terminal& on) {
    const std::string name = report::printable(line.label, columns.name - 1);
    if (!line.case_index) {
        const std::string begin =
            padded(std::string(title), title_columns) + padded(name, columns.name) + " not here: ";
        return begin +
               report::wrapped(line.why_not, screen_columns - report::width_of(begin), 1, "")
                   .front();
    }
    std::string cost = cost_cell(line); // widths do not count colours
    if (!report::is_sure(line.cost.ns)) {
        cost = report::coloured(cost, report::colour::unsure, on);
    } else if (line.best) {
        cost = report::coloured(cost, report::colour::best, on);
    }
    return columns.row(title, name, cost, interval_cell(line),
                       line.quiet ? short_cost(*line.quiet) : "", p99_cell(line), ratio_cell(line),
                       command_of(line));
}

std::string section_text(const layout& columns, const screen_section& section,
                         const report::terminal& on) {
    std::string text;
    for (std::size_t i = 0; i < section.lines.size(); ++i) {
        const std::string title = i == 0
                                      ? report::coloured(section.title, report::colour::title, on)
                                  : i == 1 ? section.note
                                           : "";
        text += line_row(columns, title, section.lines[i], on) + "\n";
    }
    return text;
}

std::string quality_text(const run_quality& quality, const report::terminal& on) {
    constexpr std::array colours{report::colour::good, report::colour::fair, report::colour::poor};
    const std::string word = report::coloured(
        to_string(quality.how_good), colours.at(static_cast<std::size_t>(quality.how_good)), on);
    std::string text = "QUALITY: " + word + ". ";
    for (std::size_t i = 0; i < quality.reasons.size(); ++i) {
        text += (i == 0 ? "" : "  ") + quality.reasons[i] + "\n";
    }
    return text;
}

std::string recommendations_text(const std::vector<recommendation>& all,
                                 const report::terminal& on) {
    if (all.empty()) {
        return {};
    }
    std::string text = report::coloured("WHAT TO USE HERE", report::colour::title, on) + "\n";
    for (const recommendation& each : all) {
        text += "  " + padded(each.task, 27) + each.advice + "\n";
    }
    return text;
}

/// Whether a line of the screen has this property.
template <class Property>
bool any_line(const screen& shown, Property has) {
    return std::ranges::any_of(shown.other_runtimes.lines, has) ||
           std::ranges::any_of(shown.sections, [&](const screen_section& section) {
               return std::ranges::any_of(section.lines, has);
           });
}

layout layout_of(const screen& shown) {
    const layout with;
    return any_line(shown, [](const screen_line& line) { return line.quiet.has_value(); })
               ? with
               : layout{with.name + with.quiet, 0};
}

/// The columns and marks that occur, and their meaning.
std::string legend_of(const screen& shown) {
    std::string text = "cost: all rounds";
    const auto add = [&](bool occurs, const char* meaning) {
        text += occurs ? std::string("; ") + meaning : "";
    };
    add(any_line(shown, [](const screen_line& line) { return line.quiet.has_value(); }),
        "quiet: undisturbed");
    add(any_line(shown,
                 [](const screen_line& line) {
                     return line.case_index && !report::is_sure(line.cost.ns);
                 }),
        "?, ~: may be off by > 10 %");
    add(any_line(shown,
                 [](const screen_line& line) {
                     return line.case_index &&
                            !report::is_known_to(line.cost.ns, report::rough_share);
                 }),
        "?\?: > 50 %");
    add(any_line(shown, [](const screen_line& line) { return line.not_resolved; }),
        "=: not clearly > 1");
    return text + "\n";
}

/// The reasons that occur why a line has no p99.
std::string no_p99_text(const screen& shown) {
    std::vector<std::string_view> reasons;
    for (const no_p99 reason : {no_p99::difference, no_p99::few_samples, no_p99::loop}) {
        if (any_line(shown, [&](const screen_line& line) {
                return line.case_index && line.why_no_p99 == reason;
            })) {
            reasons.push_back(explained(reason));
        }
    }
    return reasons.empty() ? "" : fmt::format("No p99: {}\n", fmt::join(reasons, ", "));
}

/// Explains the commands by the first one, and names the command that prints all rows.
std::string footer_of(const screen& shown) {
    for (const screen_section& section : shown.sections) {
        for (const screen_line& line : section.lines) {
            if (line.case_index && !line.only.empty()) {
                return fmt::format("{} = ./{} --only {}; all: ./costSheet --all FILES",
                                   command_of(line), report::printable(line.program, 20),
                                   report::printable(line.only, 60));
            }
        }
    }
    return "all: ./costSheet --all FILES";
}

std::string runtimes_text(const screen_section& section) {
    if (section.lines.empty()) {
        return {};
    }
    using table = report::markdown_table;
    table runtimes({{"other runtimes", table::align::left},
                    {"cost"},
                    {"95 % interval"},
                    {"p99"},
                    {"×best"},
                    {"repeat with", table::align::left}});
    for (const screen_line& line : section.lines) {
        runtimes.add_row({report::printable(line.label), cost_cell(line), interval_cell(line),
                          p99_cell(line), ratio_cell(line), command_of(line)});
    }
    return "\n" + runtimes.str(screen_columns) +
           "--runtimes NAME, or --runtime COMMAND, measures other runtimes." +
           (section.note.empty() ? "" : " " + section.note) + "\n";
}

} // namespace

std::string cost_cell(const screen_line& line) {
    return line.case_index ? report::cost_text(line.cost.ns) : "not here";
}

std::string short_cost(const measure::estimate& cost) {
    return (report::is_sure(cost) ? "" : "~") + report::value_text(cost);
}

std::string interval_cell(const screen_line& line) {
    const auto& range = line.cost.ns.range;
    return range ? report::range_text(*range, range->high < 0 ? "…" : "–") : "";
}

std::string p99_cell(const screen_line& line) {
    constexpr std::array<std::string_view, 4> words{"", "(diff)", "(few)", "(loop)"};
    return line.p99_ns ? report::time_text(*line.p99_ns)
                       : std::string(words.at(static_cast<std::size_t>(line.why_no_p99)));
}

std::string ratio_cell(const screen_line& line) {
    constexpr double most = 1e4;
    return line.not_resolved                  ? "="
           : line.ratio && *line.ratio > most ? ">9999"
           : line.ratio                       ? report::ratio_digits_text(*line.ratio)
                                              : "";
}

std::string_view explained(no_p99 reason) {
    constexpr std::array<std::string_view, 4> words{
        "", "(diff) of two costs", "(few) too few samples", "(loop) not timed one by one"};
    return words.at(static_cast<std::size_t>(reason));
}

std::string screen_text(const results& all, const screen& shown,
                        const std::optional<std::string>& page, const report::terminal& on) {
    const layout columns = layout_of(shown);
    std::string text = failures_text(all, false) + "What concurrency costs on " + shown.machine +
                       "\n" + quality_text(shown.quality, on) +
                       recommendations_text(shown.recommendations, on) + legend_of(shown);
    if (!shown.sections.empty()) {
        text +=
            columns.row("", "", "cost", "95 % interval", "quiet", "p99", "×best", "repeat with") +
            "\n";
    }
    for (const screen_section& section : shown.sections) {
        text += section_text(columns, section, on);
    }
    const std::string footer = footer_of(shown) + (page ? "; page: " : "");
    const std::size_t room = screen_columns - 1 - report::width_of(footer);
    return text + no_p99_text(shown) + footer + (page ? report::printable(*page, room) : "") +
           "\n" + runtimes_text(shown.other_runtimes);
}

} // namespace tollgate::cost_sheet
