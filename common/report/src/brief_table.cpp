// SPDX-License-Identifier: BSL-1.0
// The table of a run for a terminal. Columns that do not fit fall away, but never the cost.
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tollgate::report {
namespace {

using measure::case_result;
using measure::comparison;
using comparisons = std::vector<comparison>;
using text_lines = std::vector<std::string>;

/// The columns of the table. Those at the end of `falling_away` fall away last.
enum class shown { name, cost, unsure, quiet, p99, multiple };
constexpr shown falling_away[] = {shown::quiet, shown::p99, shown::multiple, shown::unsure};

struct table_column {
    shown what;
    markdown_table::column head;
    text_lines cells{};
    std::size_t width = 0;

    void add(std::string cell) {
        width = std::max({width, width_of(head.title), width_of(cell)});
        cells.push_back(std::move(cell));
    }
};

/// The cases with which others are compared, and a letter for each.
using letters = std::map<std::string, std::string>;

letters letters_of(const std::vector<const case_result*>& rows, const comparisons& ratios) {
    constexpr std::size_t alphabet = 26;
    letters all;
    for (const case_result* row : rows) {
        const std::string& name = row->record.key.name();
        const auto is_base = [&](const auto& pair) { return pair.reference.name() == name; };
        if (std::ranges::any_of(ratios, is_base)) {
            const std::size_t n = all.size();
            all[name] = fmt::format("{}{}", static_cast<char>('a' + n % alphabet),
                                    n < alphabet ? "" : std::to_string(n / alphabet));
        }
    }
    return all;
}

/// "0.25 a", "a = 1", "0.25 a, b = 1", "= a"; without letters if there is a single base.
std::string multiple_cell(const std::string& name, const comparisons& ratios,
                          const letters& bases) {
    const bool alone = bases.size() == 1;
    text_lines parts;
    for (const comparison& pair : ratios) {
        if (pair.subject.name() == name) {
            const std::string base = alone ? "" : " " + bases.at(pair.reference.name());
            parts.push_back(!pair.resolved         ? "=" + base
                            : tells_its_size(pair) ? ratio_digits_text(pair.ratio) + base
                                                   : fmt::format("{}{}", pair.ratio < 1 ? "<" : ">",
                                                                 alone ? " 1" : base));
        }
    }
    if (const auto own = bases.find(name); own != bases.end()) {
        parts.push_back(alone ? "1" : own->second + " = 1");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// Whether no other case that is compared with the same case can be as cheap as this one. `ratios`
/// are all comparisons, also those without a significant difference.
bool is_best(const std::string& name, const comparisons& ratios) {
    const auto cheapest = [&](const std::string& base, double high) {
        return std::ranges::all_of(ratios, [&](const comparison& pair) {
            return pair.reference.name() != base || pair.subject.name() == name ||
                   (pair.range && pair.range->low > high);
        });
    };
    const auto is_base = [&](const auto& pair) { return pair.reference.name() == name; };
    return std::ranges::any_of(ratios,
                               [&](const comparison& pair) {
                                   return pair.subject.name() == name && pair.resolved &&
                                          pair.ratio < 1 && pair.range &&
                                          cheapest(pair.reference.name(), pair.range->high);
                               }) ||
           (std::ranges::any_of(ratios, is_base) && cheapest(name, 1));
}

std::string cost_cell(const case_result& row, const comparisons& ratios, const terminal& on) {
    const measure::estimate& cost = row.summary.as_it_is_ns;
    if (row.summary.rounds == 0) {
        return "-";
    }
    return !is_sure(cost)                           ? coloured(cost_text(cost), colour::unsure, on)
           : is_best(row.record.key.name(), ratios) ? coloured(cost_text(cost), colour::best, on)
                                                    : cost_text(cost);
}

/// The quiet value, if it lies outside of the interval of the value as it is.
std::string quiet_cell(const measure::case_summary& summary) {
    const auto& range = summary.as_it_is_ns.range;
    return summary.quiet_ns && range && !range->contains(summary.quiet_ns->value)
               ? cost_text(*summary.quiet_ns)
               : "";
}

std::vector<table_column> columns_of(const std::vector<const case_result*>& rows,
                                     const comparisons& all_ratios, const comparisons& ratios,
                                     const row_names& name, const terminal& on) {
    std::vector<table_column> all{{shown::name, {"case", markdown_table::align::left}},
                                  {shown::cost, {"cost"}},
                                  {shown::unsure, {"±"}},
                                  {shown::quiet, {"quiet"}},
                                  {shown::p99, {"p99"}},
                                  {shown::multiple, {"multiple"}}};
    const letters bases = letters_of(rows, ratios);
    for (const case_result* row : rows) {
        const auto& [record, summary] = *row;
        const auto& p99 = summary.percentiles[2].corrected_ns;
        const bool measured = summary.rounds != 0;
        text_lines cells{name(record.key),
                         cost_cell(*row, all_ratios, on),
                         measured ? uncertainty_text(summary.as_it_is_ns) : "",
                         measured ? quiet_cell(summary) : "",
                         measured && p99 ? time_text(*p99) : "",
                         multiple_cell(record.key.name(), ratios, bases)};
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].add(std::move(cells[i]));
        }
    }
    std::erase_if(all, [](const table_column& column) {
        return column.what != shown::cost && std::ranges::all_of(column.cells, &std::string::empty);
    });
    return all;
}

/// Removes the columns that leave too little room for the names.
void fit(std::vector<table_column>& columns, const terminal& on) {
    constexpr std::size_t enough_for_words = 45; // a longer name takes several rows
    for (const shown next : falling_away) {
        std::size_t width =
            1 + std::min(columns.front().width, enough_for_words) - columns.front().width;
        for (const table_column& column : columns) {
            width += column.width + 3;
        }
        if (width > on.columns) {
            std::erase_if(columns, [&](const auto& column) { return column.what == next; });
        }
    }
}

markdown_table table_of(const std::vector<table_column>& columns) {
    std::vector<markdown_table::column> heads(columns.size());
    std::ranges::transform(columns, heads.begin(), &table_column::head);
    markdown_table table(heads);
    for (std::size_t i = 0; i < columns.front().cells.size(); ++i) {
        text_lines row;
        for (const table_column& column : columns) {
            row.push_back(column.cells[i]);
        }
        table.add_row(std::move(row));
    }
    return table;
}

/// The meaning of the multiples, and of the signs that occur.
std::string legend(const std::vector<table_column>& columns, std::size_t bases) {
    const auto multiples = std::ranges::find(columns, shown::multiple, &table_column::what);
    if (multiples == columns.end()) {
        return {};
    }
    const bool alone = bases == 1;
    const text_lines& cells = multiples->cells;
    const auto has = [&](const std::string& sign) {
        return std::ranges::any_of(cells, [&](const std::string& cell) {
            return cell.starts_with(sign) || cell.find(", " + sign) != std::string::npos;
        });
    };
    const bool has_empty = std::ranges::any_of(cells, &std::string::empty);
    return fmt::format("multiple: {}{}{}{}\n",
                       alone ? "of the cost of the row with 1" : "2 a is twice the row with a = 1",
                       !has("=") ? ""
                       : alone   ? "; =: not clearly different"
                                 : "; = a: not clearly different",
                       !alone && (has("<") || has(">")) ? "; < a, > a: less, more" : "",
                       has_empty ? "; empty: not compared" : "");
}

} // namespace

std::string brief_table(const result& run, const std::vector<case_words>& words, const terminal& on,
                        bool with_legend) {
    std::vector<const case_result*> rows;
    std::vector<measure::case_key> keys;
    for (const case_result& each : run.cases) {
        if (has_cost_row(each)) {
            rows.push_back(&each);
            keys.push_back(each.record.key);
        }
    }
    if (std::ranges::all_of(rows, [](const auto* row) { return row->summary.rounds == 0; })) {
        return {};
    }
    comparisons all_ratios = run.comparisons();
    const auto is_row = [&](const measure::case_key& key) {
        return std::ranges::count(keys, key) != 0;
    };
    std::erase_if(all_ratios, [&](const comparison& pair) {
        return pair.pairs == 0 || !is_row(pair.subject) || !is_row(pair.reference);
    });
    comparisons ratios = all_ratios;
    std::erase_if(ratios, [](const comparison& pair) { return !pair.range; }); // too few passes
    const row_names name(keys, words);
    std::vector<table_column> columns = columns_of(rows, all_ratios, ratios, name, on);
    fit(columns, on);
    return fitted(name.left_out_lines(), on.columns) + table_of(columns).str(on.columns) +
           (with_legend ? fitted(legend(columns, letters_of(rows, ratios).size()), on.columns)
                        : "") +
           "\n";
}

} // namespace tollgate::report
