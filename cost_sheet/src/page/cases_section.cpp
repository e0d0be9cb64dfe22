// SPDX-License-Identifier: BSL-1.0
// The ladder's tables and the list of cases, as far as there is room for them.
#include "page/sections.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/short_names.hpp>

#include <boost/algorithm/string/case_conv.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

std::string row_of(const case_row& row, const ranked_row& rank, const std::string& file) {
    const auto& range = row.cost.ns.range;
    std::vector<std::string> cells{
        fmt::format("<a href=\"#c{}\">{}</a>{}", rank.of, markup(row.key().name()), file),
        ns_figure(row.ns()),
        range ? fmt::format("{} – {}", ns_figure(range->low), ns_figure(range->high)) : "–"};
    for (const measure::percentile& each : row.summary.percentiles) {
        cells.push_back(each.corrected_ns ? ns_figure(*each.corrected_ns) : "–");
    }
    cells.push_back(rank.tied                                  ? "<abbr>tie</abbr>"
                    : rank.ratio && std::isfinite(*rank.ratio) ? report::ratio_text(*rank.ratio)
                                                               : "–");
    return table_row(cells);
}

std::string summary_of(const case_row& row, std::size_t of, const std::string& file) {
    const std::string p99 = row.p99_ns() ? "p99 " + duration_text(*row.p99_ns()) : std::string();
    return fmt::format("<details class=case id=c{}><summary><span>{}{}</span><b>{}</b><i>{}</i>"
                       "</summary></details>\n",
                       of, markup(row.key().name()), file, duration_text(row.ns()), p99);
}

/// A heading whose id is made of the group's title: "Hand-off" is "hand-off".
std::string group_html(const shown_group& group, std::string_view id, const std::string& content) {
    const auto& [title, question] = text_of_choice(group.kind);
    return fmt::format("<div class=group data-filtered>\n<h3 id=\"{}{}\">{} <small>{}</small></h3>"
                       "\n{}</div>\n",
                       id, boost::to_lower_copy(std::string(title)), title, question, content);
}

} // namespace

std::vector<std::string> file_labels(const results& all) {
    std::map<std::string_view, std::set<std::size_t>> files;
    for (const case_row& row : all.cases) {
        files[row.key().name()].insert(row.file);
    }
    std::vector<std::string> labels;
    for (const case_row& row : all.cases) {
        const std::string label = " <small>" + markup(all.file_of(row).label) + "</small>";
        labels.push_back(files[row.key().name()].size() > 1 ? label : "");
    }
    return labels;
}

std::vector<shown_group> choose_cases(const results& all, const ladder& ranked,
                                      std::size_t most_bytes) {
    constexpr std::size_t around = 16; // its number and braces in the JSON, its place in the list
    // How many of the same name are cheaper, the place in its group, the group.
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> candidates;
    const std::vector<std::string> labels = file_labels(all);
    std::vector<shown_group> groups;
    for (const ladder_group& group : ranked.groups) {
        std::vector<measure::case_key> keys;
        for (const ranked_row& rank : group.rows) {
            keys.push_back(all.cases[rank.of].key());
        }
        const report::short_names names(keys);
        std::map<std::string_view, std::size_t> times;
        shown_group shown{group.kind, group.rows.size(), names.left_out(), {}};
        for (const ranked_row& rank : group.rows) {
            const case_row& row = all.cases[rank.of];
            const std::string& file = labels[rank.of];
            candidates.emplace_back(times[row.key().name()]++, shown.cases.size(), groups.size());
            shown.cases.push_back({rank.of, row_of(row, rank, file), summary_of(row, rank.of, file),
                                   case_data(all, rank, names(row.key()))});
        }
        groups.push_back(std::move(shown));
    }
    std::sort(candidates.begin(), candidates.end());
    std::size_t used = 0;
    for (const auto& [namesakes, place, group] : candidates) {
        shown_case& shown = groups[group].cases[place];
        used += shown.row.size() + shown.summary.size() + shown.data.size() + around;
        if (used > most_bytes) {
            shown.row.clear();
        }
    }
    for (shown_group& group : groups) {
        std::erase_if(group.cases, [](const shown_case& shown) { return shown.row.empty(); });
    }
    return groups;
}

std::size_t add_details(const results& all, std::vector<shown_group>& groups,
                        std::size_t most_bytes) {
    constexpr std::string_view left_out = ",\"cut\":1";
    std::vector<shown_case*> cheapest_first;
    for (shown_group& group : groups) {
        for (shown_case& one : group.cases) {
            cheapest_first.push_back(&one);
        }
    }
    std::ranges::stable_sort(cheapest_first, {},
                             [&](const auto* one) { return all.cases[one->of].ns(); });
    std::size_t used = cheapest_first.size() * left_out.size();
    std::size_t without = 0;
    for (shown_case* one : cheapest_first) {
        const std::string& details = all.cases[one->of].details;
        used += details.size();
        if (used <= most_bytes) {
            one->data += details;
        } else if (!details.empty()) {
            one->data += left_out;
            ++without;
        }
    }
    return without;
}

std::string ladder_section(const std::vector<shown_group>& groups) {
    std::string html = "<section id=ladder>\n<h2>Ladder</h2>\n"
                       "<p class=legend><span class=key-bar>cost of an operation</span> "
                       "<span class=key-range>95&nbsp;% interval</span> "
                       "<span class=key-p99>p99 of single operations</span> "
                       "<span class=key-tie>no difference from the cheapest of the group and file "
                       "was shown</span> "
                       "<span class=key-mark>a familiar cost</span></p>\n";
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const shown_group& group = groups[i];
        if (group.cases.empty()) {
            continue;
        }
        std::string rows;
        for (const shown_case& one : group.cases) {
            rows += one.row;
        }
        const std::string left_out =
            group.cases.size() == group.of
                ? count_of(group.of, "case")
                : fmt::format("{} of {} cases", group.cases.size(), group.of);
        const std::string figures =
            "<details class=table><summary>Table: " + left_out + "</summary>\n" +
            table("cases",
                  {"case", "ns", "95&nbsp;% interval", "p50", "p90", "p99", "p99.9", "× cheapest"},
                  rows) +
            "</details>\n";
        // The script shows it, because it draws the charts.
        const std::string shared =
            group.left_out.empty()
                ? ""
                : fmt::format("<p class=shared hidden>Left out of all names in the chart that have "
                              "it: <code>{}</code></p>\n",
                              markup(group.left_out, 400));
        html += group_html(
            group, "",
            shared + chart("ladder", i,
                           fmt::format("Cost of each case of {}", text_of_choice(group.kind).title),
                           figures));
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
        std::string cases;
        for (const shown_case& one : group.cases) {
            cases += one.summary;
        }
        html += cases.empty() ? "" : group_html(group, "cases-", cases);
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
