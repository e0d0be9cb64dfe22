// SPDX-License-Identifier: BSL-1.0
// The ranking's tables and the list of cases, as far as they fit.
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
        fmt::format("<a href=\"#c{}\">{}</a>{}", rank.case_index, markup(row.key().name()), file),
        ns_figure(row.ns()),
        range ? fmt::format("{} – {}", ns_figure(range->low), ns_figure(range->high)) : "–"};
    for (const measure::percentile& each : row.summary.percentiles) {
        cells.push_back(each.corrected_ns ? ns_figure(*each.corrected_ns) : "–");
    }
    cells.push_back(rank.not_resolved ? "<abbr title=\"no significant difference\">=</abbr>"
                    : rank.ratio && std::isfinite(*rank.ratio) ? report::ratio_text(*rank.ratio)
                                                               : "–");
    return table_row(cells);
}

std::string summary_of(const case_row& row, std::size_t case_index, const std::string& file) {
    const std::string p99 = row.p99_ns() ? "p99 " + duration_text(*row.p99_ns()) : std::string();
    return fmt::format("<details class=case id=c{}><summary><span>{}{}</span><b>{}</b><i>{}</i>"
                       "</summary></details>\n",
                       case_index, markup(row.key().name()), file, duration_text(row.ns()), p99);
}

/// A group below a heading. The heading's id is from the title: "Hand-off" has "hand-off".
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

std::vector<shown_group> choose_cases(const results& all, const ranking& ranked,
                                      std::size_t most_bytes) {
    constexpr std::size_t around = 16; // number, braces and commas in the JSON
    // The number of cheaper cases of the same name, the place in the group, the group.
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> candidates;
    const std::vector<std::string> labels = file_labels(all);
    std::vector<shown_group> groups;
    for (const ranking_group& group : ranked.groups) {
        std::vector<measure::case_key> keys;
        for (const ranked_row& rank : group.rows) {
            keys.push_back(all.cases[rank.case_index].key());
        }
        const report::short_names names(keys);
        std::map<std::string_view, std::size_t> times;
        shown_group shown{group.kind, group.rows.size(), names.left_out(), {}};
        for (const ranked_row& rank : group.rows) {
            const case_row& row = all.cases[rank.case_index];
            const std::string& file = labels[rank.case_index];
            candidates.emplace_back(times[row.key().name()]++, shown.cases.size(), groups.size());
            shown.cases.push_back({rank.case_index, row_of(row, rank, file),
                                   summary_of(row, rank.case_index, file),
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
        for (shown_case& shown : group.cases) {
            cheapest_first.push_back(&shown);
        }
    }
    std::ranges::stable_sort(cheapest_first, {},
                             [&](const auto* shown) { return all.cases[shown->case_index].ns(); });
    std::size_t used = cheapest_first.size() * left_out.size();
    std::size_t without = 0;
    for (shown_case* shown : cheapest_first) {
        const std::string& details = all.cases[shown->case_index].details;
        used += details.size();
        if (used <= most_bytes) {
            shown->data += details;
        } else if (!details.empty()) {
            shown->data += left_out;
            ++without;
        }
    }
    return without;
}

std::string ranking_section(const std::vector<shown_group>& groups) {
    std::string html = "<section id=ranking>\n<h2>Ranking</h2>\n"
                       "<p class=legend><span class=key-bar>cost of an operation</span> "
                       "<span class=key-range>95&nbsp;% interval</span> "
                       "<span class=key-p99>p99 of single operations</span> "
                       "<span class=key-same>no significant difference from the cheapest of the "
                       "group and file</span> "
                       "<span class=key-reference>a reference cost</span></p>\n";
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const shown_group& group = groups[i];
        if (group.cases.empty()) {
            continue;
        }
        std::string rows;
        for (const shown_case& shown : group.cases) {
            rows += shown.row;
        }
        const std::string left_out =
            group.cases.size() == group.case_count
                ? count_of(group.case_count, "case")
                : fmt::format("{} of {} cases", group.cases.size(), group.case_count);
        const std::string figures =
            "<details class=table><summary>Table: " + left_out + "</summary>\n" +
            table("cases",
                  {"case", "ns", "95&nbsp;% interval", "p50", "p90", "p99", "p99.9", "× cheapest"},
                  rows) +
            "</details>\n";
        // Only the charts need it, so the script shows it.
        const std::string shared =
            group.left_out.empty()
                ? ""
                : fmt::format("<p class=shared hidden>Common to all rows: <code>{}</code></p>\n",
                              markup(group.left_out, 400));
        html += group_html(
            group, "",
            shared + chart("ranking", i,
                           fmt::format("Cost of each case of {}", text_of_choice(group.kind).title),
                           figures));
    }
    return html + "</section>\n";
}

std::string cases_section(const std::vector<shown_group>& groups) {
    std::string html =
        "<section id=cases>\n<h2>Cases</h2>\n<p>Open a case to see the distribution of its single "
        "operations, and its rounds in the order in which they ran.</p>\n"
        "<noscript><p class=cut>These charts need JavaScript; the tables do not.</p>"
        "</noscript>\n";
    for (const shown_group& group : groups) {
        std::string cases;
        for (const shown_case& shown : group.cases) {
            cases += shown.summary;
        }
        html += cases.empty() ? "" : group_html(group, "cases-", cases);
    }
    return html + "</section>\n";
}

} // namespace tollgate::cost_sheet
