// SPDX-License-Identifier: BSL-1.0
#include "page/markup.hpp"
#include "page/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tollgate::cost_sheet {
namespace {

constexpr const char* columns =
    "<thead><tr><th scope=col>case</th><th scope=col>ns</th><th scope=col>95&nbsp;% interval</th>"
    "<th scope=col>p50</th><th scope=col>p90</th><th scope=col>p99</th><th scope=col>p99.9</th>"
    "<th scope=col>× cheapest</th></tr></thead>\n";

std::string count_of(const shown_group& group) {
    const std::size_t shown = group.cases.size();
    return shown == group.of ? fmt::format("{} case{}", shown, shown == 1 ? "" : "s")
                             : fmt::format("{} of {} cases", shown, group.of);
}

std::string table_of(const shown_group& group) {
    std::string table = fmt::format("<details class=table><summary>Table: {}</summary>\n"
                                    "<div class=scroll><table>{}<tbody>\n",
                                    count_of(group), columns);
    for (const shown_case& one : group.cases) {
        table += one.row;
    }
    return table + "</tbody></table></div></details>\n";
}

std::string title_line(const shown_group& group, std::string_view id) {
    return fmt::format("<h3 id=\"{}\">{} <small>{}</small></h3>\n", id, title_of(group.what),
                       question_of(group.what));
}

/// The script shows it, because it draws the charts.
std::string left_out_of_names(const shown_group& group) {
    return group.left_out.empty()
               ? std::string()
               : fmt::format("<p class=shared hidden>Left out of all names in the chart that have "
                             "it: <code>{}</code></p>\n",
                             markup(group.left_out, 400));
}

} // namespace

std::string anchor_of(choice what) {
    std::string anchor(title_of(what));
    std::transform(anchor.begin(), anchor.end(), anchor.begin(), [](char one) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(one)));
    });
    return anchor;
}

std::string ladder_section(const std::vector<shown_group>& groups) {
    std::string html =
        "<section id=ladder>\n<h2>Ladder</h2>\n"
        "<p class=legend><span class=key-bar>cost of an operation</span> "
        "<span class=key-range>95&nbsp;% interval</span> "
        "<span class=key-p99>p99 of single operations</span> "
        "<span class=key-tie>no difference from the cheapest of the group was shown</span> "
        "<span class=key-mark>a familiar cost</span></p>\n";
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const shown_group& group = groups[i];
        if (group.cases.empty()) {
            continue;
        }
        html += "<div class=group data-filtered>\n" + title_line(group, anchor_of(group.what)) +
                left_out_of_names(group) +
                chart("ladder", i, fmt::format("Cost of each case of {}", title_of(group.what)),
                      table_of(group)) +
                "</div>\n";
    }
    return html + "</section>\n";
}

std::string cases_section(const std::vector<shown_group>& groups) {
    std::string html =
        "<section id=cases>\n<h2>Cases</h2>\n<p>Each opens: how its single operations are "
        "distributed, and its rounds in the order in which they ran.</p>\n"
        "<noscript><p class=cut>That and the charts need JavaScript; the tables do not.</p>"
        "</noscript>\n";
    for (const shown_group& group : groups) {
        if (group.cases.empty()) {
            continue;
        }
        html += "<div class=group data-filtered>\n" +
                title_line(group, "cases-" + anchor_of(group.what));
        for (const shown_case& one : group.cases) {
            html += one.summary;
        }
        html += "</div>\n";
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
