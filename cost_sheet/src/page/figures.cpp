// SPDX-License-Identifier: BSL-1.0
// The tables of figures: the screen's lines, and all other cases.
#include "comparable.hpp"
#include "page/sections.hpp"

#include <tollgate/report/short_names.hpp>

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tollgate::cost_sheet {
namespace {

/// The maker of an implementation, as the screen's rules name it.
maker maker_of(const measure::case_key& key) {
    const std::string impl = key.text("impl");
    for (const section_rule& section : screen_rules()) {
        for (const std::vector<line_rule>& group : section.groups) {
            for (const line_rule& line : group) {
                for (const alternative& each : line.alternatives) {
                    const auto names = [&](const std::string& name) {
                        return std::ranges::count(each.pattern.texts,
                                                  std::pair(name, key.text(name)));
                    };
                    if (measure::case_key(each.pattern.path).program() == key.program() &&
                        (key.has("sleeper") ? names("sleeper") : names("impl")) != 0) {
                        return each.made_by;
                    }
                }
            }
        }
    }
    return impl.starts_with("tollgate") ? maker::tollgate
           : impl.starts_with("boost")  ? maker::boost
                                        : maker::other;
}

/// A line for each case of a group.
std::vector<screen_line> lines_of(const results& all, const ranking_group& group) {
    std::vector<screen_line> lines;
    std::map<std::size_t, std::size_t> cheapest; // of each file
    for (const ranked_row& rank : group.rows) {
        const case_row& row = all.cases[rank.case_index];
        const result_file& file = all.file_of(row);
        screen_line line = line_with_cost(all, rank.case_index);
        line.made_by = maker_of(row.key());
        line.ratio = rank.ratio;
        line.best = rank.ratio == 1.0;
        line.cheapest = cheapest.try_emplace(row.file, rank.case_index).first->second;
        line.not_resolved = rank.not_resolved;
        if (!file.foreign && !row.of_other_runtime() &&
            arguments_that_matter(file.about.arguments).empty()) {
            line.only = row.key().name() + "$";
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// Cases that differ in numbers only are a series. The series with the cheapest case comes first; a
/// series is in the order of its numbers, so that its marks are a curve. The lines come cheapest
/// first.
void sort_by_series(const results& all, std::vector<screen_line>& lines) {
    using place = std::pair<std::size_t, std::vector<std::uint64_t>>;
    std::map<std::string, std::size_t> order; // of the series
    std::map<std::size_t, place> places;      // of the cases
    for (const screen_line& line : lines) {
        const measure::case_key& key = all.cases[*line.case_index].key();
        measure::case_key series = key;
        place& at = places[*line.case_index];
        for (const measure::parameter& each : key.parameters()) {
            if (const auto number = key.number(each.name)) {
                at.second.push_back(*number);
                series = series.without(each.name);
            }
        }
        at.first = order.try_emplace(series.name(), order.size()).first->second;
    }
    std::ranges::stable_sort(lines, [&](const auto& first, const auto& second) {
        return places.at(*first.case_index) < places.at(*second.case_index);
    });
}

/// The cases that have a row in these sections. A difference is not its case.
std::set<std::size_t> cases_of(const std::vector<screen_section>& sections) {
    std::set<std::size_t> cases;
    for (const screen_section& section : sections) {
        for (const screen_line& line : section.lines) {
            if (line.case_index && !line.is_difference) {
                cases.insert(*line.case_index);
            }
        }
    }
    return cases;
}

/// A table for each question. Rows of cases that are `above`, too, have no details.
void add_runtimes(std::vector<figure_table>& added, const results& all, const screen& shown,
                  const std::set<std::size_t>& above) {
    std::string last;
    for (const screen_line& line : shown.other_runtimes.lines) {
        const measure::case_key& key = all.cases[*line.case_index].key();
        const std::string question = fmt::format("{} {}", key.path(), key.text("placement"));
        if (question != last || !line.label.starts_with("- ")) {
            added.push_back({"OTHER RUNTIMES", question});
            last = question;
        }
        added.back().rows.push_back(
            row_of(all, line, markup(line.label, 80), true, above.contains(*line.case_index)));
    }
}

/// Whether the lines have the multiple of one case, which is one of them.
bool has_common_cheapest(const std::vector<screen_line>& lines) {
    return std::ranges::all_of(
               lines, [&](const auto& line) { return line.cheapest == lines.front().cheapest; }) &&
           std::ranges::any_of(lines,
                               [](const auto& line) { return line.cheapest == line.case_index; });
}

} // namespace

std::string figure_table::html() const {
    std::string html = fmt::format(
        "<table class=plots aria-label=\"{0}\"><thead><tr><th scope=col class=name><h3>{0}</h3> "
        "<small>{1}</small><small class=axis></small></th>"
        "<th scope=col class=cost>cost</th><th scope=col class=range>95&nbsp;% interval</th>"
        "<th scope=col class=quiet>quiet</th><th scope=col class=p99>p99</th>{2}</tr></thead>"
        "<tbody>\n",
        markup(title), markup(about),
        has_ratio ? "<th scope=col class=times>×&nbsp;best</th>" : "");
    for (const figure_row& row : rows) {
        html += row.html;
    }
    return html + "</tbody></table>\n";
}

std::vector<figure_table> screen_tables(const results& all, const screen& shown) {
    std::vector<figure_table> tables;
    for (const screen_section& section : shown.sections) {
        figure_table& table = tables.emplace_back(figure_table{section.title, section.note});
        for (const screen_line& line : section.lines) {
            table.rows.push_back(row_of(all, line, markup(line.label, 80)));
        }
    }
    add_runtimes(tables, all, shown, cases_of(shown.sections));
    return tables;
}

std::vector<figure_table> other_tables(const results& all, const ranking& ranked,
                                       const screen& shown, std::size_t most_bytes) {
    std::vector<screen_section> sections = shown.sections;
    sections.push_back(shown.other_runtimes);
    const std::set<std::size_t> above = cases_of(sections);
    std::map<std::string_view, std::set<std::size_t>> files; // of each name
    for (const case_row& row : all.cases) {
        files[row.key().name()].insert(row.file);
    }
    // The number of cheaper cases of the same name, the place in the table, the table.
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> candidates;
    std::vector<figure_table> tables;
    for (const ranking_group& group : ranked.groups) {
        std::vector<screen_line> lines = lines_of(all, group);
        std::erase_if(lines, [&](const auto& line) { return above.contains(*line.case_index); });
        sort_by_series(all, lines);
        std::vector<measure::case_key> keys(lines.size());
        std::ranges::transform(lines, keys.begin(), [&](const screen_line& line) {
            return all.cases[*line.case_index].key();
        });
        const report::short_names names(keys);
        const auto& [title, question] = text_of_choice(group.kind);
        figure_table table{boost::to_upper_copy(std::string(title)), std::string(question),
                           names.left_out(), lines.size(), has_common_cheapest(lines)};
        std::map<std::string_view, std::size_t> times;
        for (const screen_line& line : lines) {
            const measure::case_key& key = all.cases[*line.case_index].key();
            candidates.emplace_back(times[key.name()]++, table.rows.size(), tables.size());
            std::string name = boost::replace_all_copy(markup(names(key)), "/", "/<wbr>");
            if (files[key.name()].size() > 1) {
                name += " <small>" + markup(all.file_of(all.cases[*line.case_index]).label) +
                        "</small>";
            }
            table.rows.push_back(row_of(all, line, name, table.has_ratio));
        }
        if (!table.rows.empty()) {
            tables.push_back(std::move(table));
        }
    }
    std::ranges::sort(candidates);
    std::size_t used = 0;
    for (const auto& [namesakes, place, table] : candidates) {
        figure_row& row = tables[table].rows[place];
        used += row.html.size() + row.data.size() + 3; // the end of the object
        row.html = used > most_bytes ? "" : row.html;
    }
    for (figure_table& table : tables) {
        std::erase_if(table.rows, [](const figure_row& row) { return row.html.empty(); });
    }
    return tables;
}

} // namespace tollgate::cost_sheet
