// SPDX-License-Identifier: BSL-1.0
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <cmath>

namespace tollgate::cost_sheet {
namespace {

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:";
    return text.find_first_not_of(plain) == std::string::npos
               ? text
               : "'" + boost::replace_all_copy(text, "'", "'\\''") + "'";
}

/// What is said in the place of figures has their columns.
std::string figures_of(const screen_line& line) {
    const std::string cost = cost_cell(line);
    if (!has_figure(line)) {
        return fmt::format("<td colspan=3 class=none>{}</td>", markup(cost, 80));
    }
    const auto if_number = [](const std::optional<double>& one, const std::string& text) {
        return one && std::isfinite(*one) ? markup(text) : std::string();
    };
    // "33.0 ns ± 0.6 %", with the part behind the figure in small letters
    const std::size_t sureness = cost.find(" ± ");
    const std::string small = sureness == std::string::npos
                                  ? ""
                                  : " <small>" + markup(cost.substr(sureness + 1)) + "</small>";
    return fmt::format(
        "<td{}>{}{}</td><td class=p99>{}</td><td>{}</td>",
        line.ratio && *line.ratio <= 1 ? " class=least" : "", markup(cost.substr(0, sureness)),
        small, if_number(line.p99_ns, report::time_text(line.p99_ns.value_or(0))),
        line.tied ? markup(ratio_cell(line)) : if_number(line.ratio, ratio_cell(line)));
}

/// `places` are the cases that have a place on the page.
std::string line_html(const screen_line& line, const std::set<std::size_t>& places) {
    std::string what = markup(line.what, 60);
    if (line.of && places.contains(*line.of)) {
        what = fmt::format("<a href=\"#c{}\">{}</a>", *line.of, what);
    }
    return fmt::format("<tr><th scope=row>{}</th>{}<td class=run><code>{}</code></td></tr>\n", what,
                       figures_of(line),
                       markup(fmt::format("./{} --only {}", line.program, shell_word(line.only))));
}

std::string section_html(const screen_section& section, const std::set<std::size_t>& places) {
    std::string html = fmt::format(
        "<div class=choice>\n<div class=ways>\n<h3 id=use-{1}>{0}</h3>\n"
        "<table aria-labelledby=use-{1}><colgroup><col><col class=cost><col class=p99>"
        "<col class=times><col class=run></colgroup>\n<thead><tr><td></td><th scope=col>cost</th>"
        "<th scope=col class=p99>p99</th>"
        "<th scope=col title=\"times the cheapest way to do the same; =: a tie\">×</th>"
        "<th scope=col class=run>command</th></tr></thead>\n<tbody>\n",
        markup(section.title), markup(boost::replace_all_copy(section.title, " ", "-")));
    for (const screen_line& line : section.lines) {
        html += line_html(line, places);
    }
    html += "</tbody></table>\n</div>\n";
    for (const std::string& sentence : section.sentences) {
        html += fmt::format("<p class=said>{}</p>\n", markup(sentence, 400));
    }
    return html + "</div>\n";
}

} // namespace

std::string first_screen(const screen& shown, const std::vector<shown_group>& groups) {
    if (shown.sections.empty()) {
        return {};
    }
    std::set<std::size_t> places;
    for (const shown_group& group : groups) {
        for (const shown_case& one : group.cases) {
            places.insert(one.of);
        }
    }
    std::string html = "<section id=screen>\n<h2>What to use here, and what it costs</h2>\n"
                       "<div class=choices>\n";
    for (const screen_section& section : shown.sections) {
        html += section_html(section, places);
    }
    html += "</div>\n";
    if (!shown.environment.empty()) {
        html += "<ul class=about>\n";
        for (const std::string& line : shown.environment) {
            html += fmt::format("<li><a href=\"#environment\">{}</a></li>\n", markup(line, 400));
        }
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
