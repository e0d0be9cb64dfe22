// SPDX-License-Identifier: BSL-1.0
#include "page/shown_cases.hpp"

#include "page/bounded_text.hpp"
#include "page/case_data.hpp"
#include "page/file_labels.hpp"
#include "page/markup.hpp"

#include <tollgate/report/number.hpp>
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

std::string cell(const std::optional<double>& ns) {
    return fmt::format("<td>{}</td>", ns ? ns_figure(*ns) : "–");
}

std::string row_of(const sheet_case& one, const rung& rank, const std::string& file) {
    const std::string range =
        one.range ? fmt::format("{} – {}", ns_figure(one.range->low), ns_figure(one.range->high))
                  : "–";
    std::string row = fmt::format(
        "<tr data-case={0}><th scope=row><a href=\"#c{0}\">{1}</a>{2}</th><td>{3}</td><td>{4}</td>",
        rank.of, markup(one.key.name()), file, ns_figure(one.value_ns), range);
    for (const std::optional<double>& percentile : one.percentiles_ns) {
        row += cell(percentile);
    }
    return row + fmt::format("<td>{}</td></tr>\n", rank.tied ? "<abbr>tie</abbr>"
                                                   : rank.ratio && std::isfinite(*rank.ratio)
                                                       ? report::ratio_text(*rank.ratio)
                                                       : "–");
}

std::string summary_of(const sheet_case& one, std::size_t of, const std::string& file) {
    const std::string p99 =
        one.percentiles_ns[2] ? "p99 " + duration_text(*one.percentiles_ns[2]) : std::string();
    return fmt::format("<details class=case id=c{}><summary><span>{}{}</span><b>{}</b><i>{}</i>"
                       "</summary></details>\n",
                       of, markup(one.key.name()), file, duration_text(one.value_ns), p99);
}

shown_case shown(const sheet& all, const file_labels& labels, const report::short_names& names,
                 const rung& rank) {
    const sheet_case& one = all.cases[rank.of];
    const std::string file = labels.after(one);
    return {rank.of, rank, row_of(one, rank, file), summary_of(one, rank.of, file),
            case_data(one, rank, names(one.key))};
}

/// Those of a chart for each group.
std::vector<report::short_names> names_of(const sheet& all, const ladder& ranked) {
    std::vector<report::short_names> names;
    for (const ladder_group& group : ranked.groups) {
        std::vector<measure::case_key> keys;
        for (const rung& one : group.rungs) {
            keys.push_back(all.cases[one.of].key);
        }
        names.emplace_back(keys);
    }
    return names;
}

/// In which order cases are taken while there is room.
struct candidate {
    std::size_t namesakes; ///< how many of the same name are cheaper
    std::size_t position;  ///< in its group
    std::size_t group;

    [[nodiscard]] bool operator<(const candidate& other) const {
        return std::tie(namesakes, position, group) <
               std::tie(other.namesakes, other.position, other.group);
    }
};

std::vector<candidate> candidates_of(const sheet& all, const ladder& ranked) {
    std::vector<candidate> found;
    for (std::size_t group = 0; group < ranked.groups.size(); ++group) {
        std::map<std::string_view, std::size_t> times;
        const auto& rungs = ranked.groups[group].rungs;
        for (std::size_t i = 0; i < rungs.size(); ++i) {
            found.push_back({times[all.cases[rungs[i].of].key.name()]++, i, group});
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace

std::vector<shown_group> choose_cases(const sheet& all, const ladder& ranked,
                                      std::size_t most_bytes) {
    constexpr std::size_t around = 16; // its number and braces in the JSON, its place in the list
    const file_labels labels(all);
    const std::vector<report::short_names> names = names_of(all, ranked);
    std::vector<std::vector<std::size_t>> chosen(ranked.groups.size());
    std::size_t used = 0;
    for (const candidate& one : candidates_of(all, ranked)) {
        const rung& rank = ranked.groups[one.group].rungs[one.position];
        const shown_case forms = shown(all, labels, names[one.group], rank);
        used += forms.row.size() + forms.summary.size() + forms.data.size() + around;
        if (used > most_bytes) {
            break;
        }
        chosen[one.group].push_back(one.position);
    }

    std::vector<shown_group> groups;
    for (std::size_t group = 0; group < chosen.size(); ++group) {
        std::sort(chosen[group].begin(), chosen[group].end());
        const auto& rungs = ranked.groups[group].rungs;
        shown_group to{ranked.groups[group].what, rungs.size(), names[group].left_out(), {}};
        for (const std::size_t position : chosen[group]) {
            to.cases.push_back(shown(all, labels, names[group], rungs[position]));
        }
        groups.push_back(std::move(to));
    }
    return groups;
}

std::size_t add_details(const sheet& all, std::vector<shown_group>& groups,
                        std::size_t most_bytes) {
    std::vector<shown_case*> cheapest_first;
    for (shown_group& group : groups) {
        for (shown_case& one : group.cases) {
            cheapest_first.push_back(&one);
        }
    }
    std::stable_sort(cheapest_first.begin(), cheapest_first.end(),
                     [&](const shown_case* a, const shown_case* b) {
                         return all.cases[a->of].value_ns < all.cases[b->of].value_ns;
                     });
    std::size_t used = cheapest_first.size() * left_out_data().size();
    std::size_t without = 0;
    for (shown_case* one : cheapest_first) {
        const std::string details = detail_data(all.cases[one->of]);
        used += details.size();
        if (used <= most_bytes) {
            one->data += details;
        } else if (!details.empty()) {
            one->data += left_out_data();
            ++without;
        }
    }
    return without;
}

} // namespace tollgate::cost_sheet
