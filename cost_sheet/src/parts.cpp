// SPDX-License-Identifier: BSL-1.0
#include "command.hpp"

#include <tollgate/cli/name_pattern.hpp>
#include <tollgate/report/figure.hpp>
#include <tollgate/report/json.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>
#include <tollgate/report/short_names.hpp>
#include <tollgate/report/text.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace tollgate::cost_sheet {
namespace {

using measure::case_key;
using report::ns_text;
using report::result;

/// Rows of cells; the first row has the titles.
using grid = std::vector<std::vector<std::string>>;

std::string or_dash(const std::optional<double>& ns) {
    return ns ? ns_text(*ns) : "-";
}

grid transposed(const grid& rows) {
    grid columns(rows.front().size());
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            columns[i].push_back(row[i]);
        }
    }
    return columns;
}

/// A table below a line with the common parts that the names leave out.
std::string text_of(const grid& rows, const report::short_names& name, std::size_t columns,
                    bool numbers_first = false) {
    using table = report::markdown_table;
    std::vector<table::column> heads;
    for (const std::string& title : rows.front()) {
        heads.push_back({title});
    }
    heads.front().side = numbers_first ? table::align::right : table::align::left;
    table shown(heads);
    std::for_each(rows.begin() + 1, rows.end(), [&](const auto& row) { shown.add_row(row); });
    return name.common_parts_line() + shown.str(columns);
}

/// The measured cases, in the order of their paths, the cheapest of a path first.
std::vector<const measure::case_result*> by_cost(const report::result& run) {
    std::map<std::string, std::size_t> place_of;
    std::vector<const measure::case_result*> cases;
    for (const measure::case_result& each : run.cases) {
        if (each.summary.rounds != 0) {
            place_of.try_emplace(each.record.key.path(), place_of.size());
            cases.push_back(&each);
        }
    }
    const auto rank = [&](const measure::case_result* each) {
        return std::pair(place_of[each->record.key.path()], each->summary.as_it_is_ns.value);
    };
    std::ranges::stable_sort(cases, {}, rank);
    return cases;
}

/// A row for each case, the cheapest of each path first. Empty columns are left out, and so are the
/// common parts of all names.
std::string costs_table(const report::result& run, std::size_t width) {
    const auto cases = by_cost(run);
    if (cases.empty()) {
        return {};
    }
    std::vector<case_key> keys(cases.size());
    std::ranges::transform(cases, keys.begin(), [](const auto* each) { return each->record.key; });
    const report::short_names name(keys);
    grid rows{{"case", "ns/op", "±", "p50", "p99", "CPU ns/op"}};
    for (const auto* each : cases) {
        const measure::case_summary& summary = each->summary;
        rows.push_back({name(each->record.key), ns_text(summary.as_it_is_ns.value),
                        or_dash(summary.as_it_is_ns.uncertainty()),
                        or_dash(summary.percentiles[0].corrected_ns),
                        or_dash(summary.percentiles[2].corrected_ns), ns_text(summary.cpu_ns)});
    }
    grid columns = transposed(rows);
    std::erase_if(columns, [](const std::vector<std::string>& column) {
        return std::count(column.begin() + 1, column.end(), "-") + 1 == std::ssize(column);
    });
    return text_of(transposed(columns), name, width);
}

/// A cost for each value of a parameter and each case without it. The longer list becomes the rows.
std::string over_table(const report::result& run, const std::string& parameter, std::size_t width) {
    std::set<measure::parameter_value> values;
    std::vector<case_key> keys; // without the parameter
    std::map<std::string, std::map<measure::parameter_value, std::string>> cells;
    for (const auto& [record, summary] : run.cases) {
        const measure::parameter_value* value = record.key.find(parameter);
        if (value == nullptr || summary.rounds == 0) {
            continue;
        }
        values.insert(*value);
        const case_key row_key = record.key.without(parameter);
        if (!cells.contains(row_key.name())) {
            keys.push_back(row_key);
        }
        std::string& cell = cells[row_key.name()][*value];
        cell += (cell.empty() ? "" : ", ") + report::ns_cost_text(summary.as_it_is_ns);
    }
    if (values.empty()) {
        throw run::usage_error(fmt::format("--part: 'over:{}': no measured case has this parameter",
                                           report::printable(parameter)));
    }
    const report::short_names name(keys);
    grid rows{{"ns/op, by " + parameter}};
    for (const measure::parameter_value& value : values) {
        rows.front().push_back(measure::to_string(value));
    }
    for (const case_key& key : keys) {
        rows.push_back({name(key)});
        for (const measure::parameter_value& value : values) {
            rows.back().push_back(cells[key.name()][value]);
        }
    }
    const bool values_down = values.size() > keys.size();
    return text_of(values_down ? transposed(rows) : rows, name, width, values_down);
}

struct part {
    std::string_view name;
    bool of_cases; ///< --only can select cases
    std::string (*text)(const result& run, std::size_t width);
};

/// As the program printed it: narrow, or with all figures.
std::string table_of(const result& run, std::size_t width) {
    return width == SIZE_MAX ? report::case_table(run)
                             : report::brief_table(run, {}, {.columns = width});
}

/// Not in the list, because the user chooses the second half of its name.
constexpr std::string_view over = "over:";

/// The part of a function that knows no width.
template <std::string (*Text)(const result&)>
std::string text_of_part(const result& run, std::size_t) {
    return Text(run);
}

constexpr part all_parts[] = {
    {"table", true, table_of},
    {"costs", true, costs_table},
    {"comparison", true, report::comparison_text},
    {"run", false, text_of_part<run_sentence>},
    {"clock_pair", false, text_of_part<report::clock_pair_text>},
    {"explanation", false,
     [](const result& run, std::size_t) {
         return run.explanation ? report::explanation_text(*run.explanation) : std::string{};
     }},
    {"settings", false,
     [](const result& run, std::size_t) {
         return run.explanation ? report::settings_text(*run.explanation) : std::string{};
     }},
    {"conditions", false, text_of_part<report::conditions_text>},
    {"environment", false,
     [](const result& run, std::size_t) {
         return report::environment_text(run.environment, true);
     }},
    {"json", false, text_of_part<report::to_json>},
    {"digest", false, text_of_part<report::to_digest>},
};

/// Null if there is none.
const part* find_part(const std::string& name) {
    const auto* found = std::ranges::find(all_parts, name, &part::name);
    return found == std::end(all_parts) ? nullptr : found;
}

void keep_only(const std::string& pattern, result& run) {
    const cli::name_pattern wanted = cli::names_matching(pattern);
    report::paired_conclusions concluded{run.noise_floors(), run.comparisons()};
    std::erase_if(concluded.comparisons,
                  [&](const auto& comparison) { return !wanted(comparison.subject.name()); });
    run.digest = std::move(concluded);
    const std::size_t known = run.cases.size();
    std::erase_if(run.cases, [&](const auto& each) { return !wanted(each.record.key.name()); });
    require_match(pattern, known, run.cases.size());
}

} // namespace

std::string part_list() {
    std::string names = "over:PARAMETER";
    for (const part& each : all_parts) {
        names += fmt::format(", {}", each.name);
    }
    return names;
}

void require_match(const std::string& pattern, std::size_t known, std::size_t kept) {
    if (kept == 0) {
        throw run::usage_error(fmt::format("--only: '{}' matches none of the {} cases",
                                           report::printable(pattern), known));
    }
}

void require_part(const std::string& name, bool only) {
    const part* found = find_part(name);
    if (found == nullptr && (!name.starts_with(over) || name.size() == over.size())) {
        throw run::usage_error(
            fmt::format("--part: '{}' is not one of {}", report::printable(name), part_list()));
    }
    if (only && found != nullptr && !found->of_cases) {
        throw run::usage_error(
            fmt::format("--only and --part {}: this part is of the whole run", name));
    }
}

std::string part_of(result run, const std::string& name, const std::optional<std::string>& only,
                    std::size_t width) {
    if (only) {
        keep_only(*only, run);
    }
    const part* found = find_part(name);
    const std::string text = found != nullptr ? found->text(run, width)
                                              : over_table(run, name.substr(over.size()), width);
    // JSON is harmless, and a change would make it invalid.
    return name == "json" || name == "digest"
               ? text
               : report::fitted(report::printable_lines(text), width);
}

} // namespace tollgate::cost_sheet
