// SPDX-License-Identifier: BSL-1.0
#include "page/markup.hpp"
#include "page/sections.hpp"
#include "screen/screen_text.hpp"

#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace tollgate::cost_sheet {
namespace {

/// The cases that have a place on the page.
std::set<std::size_t> places_of(const std::vector<shown_group>& groups) {
    std::set<std::size_t> places;
    for (const shown_group& group : groups) {
        for (const shown_case& one : group.cases) {
            places.insert(one.of);
        }
    }
    return places;
}

/// As a shell takes it for one word.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:";
    if (text.find_first_not_of(plain) == std::string::npos) {
        return text;
    }
    std::string word = "'";
    for (const char one : text) {
        word += one == '\'' ? std::string("'\\''") : std::string(1, one);
    }
    return word + "'";
}

std::string way_of(const screen_line& line, const std::set<std::size_t>& places) {
    const std::string what = markup(line.what, 60);
    return line.of && places.contains(*line.of)
               ? fmt::format("<a href=\"#c{}\">{}</a>", *line.of, what)
               : what;
}

/// "33.0 ns ± 0.6 %", with the part behind the figure in small letters.
std::string cost_html(const screen_line& line) {
    constexpr std::string_view sureness = " ± ";
    const std::string cost = cost_cell(line);
    const std::size_t at = cost.find(sureness);
    return at == std::string::npos ? markup(cost)
                                   : fmt::format("{} <small>{}</small>", markup(cost.substr(0, at)),
                                                 markup(std::string_view(cost).substr(at + 1)));
}

/// What is said in the place of figures has their columns.
std::string figures_of(const screen_line& line) {
    if (!has_figure(line)) {
        return fmt::format("<td colspan=3 class=none>{}</td>", markup(cost_cell(line), 80));
    }
    const auto is_number = [](const std::optional<double>& one) {
        return one && std::isfinite(*one);
    };
    const bool cheapest = line.ratio && *line.ratio <= 1;
    return fmt::format("<td{}>{}</td><td class=p99>{}</td><td>{}</td>",
                       cheapest ? " class=least" : "", cost_html(line),
                       is_number(line.p99_ns) ? markup(report::time_text(*line.p99_ns)) : "",
                       line.tied || is_number(line.ratio) ? markup(ratio_cell(line)) : "");
}

std::string line_html(const screen_line& line, const std::set<std::size_t>& places) {
    const std::string command =
        markup(fmt::format("./{} --only {}", line.program, shell_word(line.only)));
    return fmt::format("<tr><th scope=row>{}</th>{}<td class=run><code>{}</code>"
                       "</td></tr>\n",
                       way_of(line, places), figures_of(line), command);
}

std::string section_html(const screen_section& section, const std::set<std::size_t>& places) {
    std::string id = section.title;
    std::replace(id.begin(), id.end(), ' ', '-');
    std::string html = fmt::format(
        "<div class=choice>\n<div class=ways>\n<h3 id=use-{1}>{0}</h3>\n"
        "<table aria-labelledby=use-{1}><colgroup><col><col class=cost><col class=p99>"
        "<col class=times><col class=run></colgroup>\n<thead><tr><td></td><th scope=col>cost</th>"
        "<th scope=col class=p99>p99</th>"
        "<th scope=col title=\"times the cheapest way to do the same; =: a tie\">×</th>"
        "<th scope=col class=run>command</th></tr></thead>\n<tbody>\n",
        markup(section.title), markup(id));
    for (const screen_line& line : section.lines) {
        html += line_html(line, places);
    }
    html += "</tbody></table>\n</div>\n";
    for (const std::string& one : section.sentences) {
        html += fmt::format("<p class=said>{}</p>\n", markup(one, 400));
    }
    return html + "</div>\n";
}

} // namespace

std::string first_screen(const screen& shown, const std::vector<shown_group>& groups) {
    if (shown.sections.empty()) {
        return {};
    }
    const std::set<std::size_t> places = places_of(groups);
    std::string html = "<section id=screen>\n<h2>What to use here, and what it costs</h2>\n"
                       "<div class=choices>\n";
    for (const screen_section& one : shown.sections) {
        html += section_html(one, places);
    }
    html += "</div>\n";
    if (!shown.environment.empty()) {
        html += "<ul class=about>\n";
        for (const std::string& one : shown.environment) {
            html += fmt::format("<li><a href=\"#environment\">{}</a></li>\n", markup(one, 400));
        }
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
