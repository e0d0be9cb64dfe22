// SPDX-License-Identifier: BSL-1.0
#include "reference_text.hpp"

#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace tollgate::report {
namespace {

using align = markdown_table::align;

std::string or_dash(const std::optional<double>& ns) {
    return ns ? ns_text(*ns) : "-";
}

/// An uncertainty as large as the value says nothing; of events the value may be near zero.
std::string plus_minus(const measure::estimate& value, measure::method valued_by) {
    const auto uncertainty = value.uncertainty();
    const bool hopeless = valued_by == measure::method::unobserved_loop && uncertainty &&
                          *uncertainty >= std::abs(value.value);
    return hopeless ? "> 100 %" : or_dash(uncertainty);
}

/// Of which rounds the value is, and what it is of all, if that is not the same.
void add_quietness(const measure::case_result& one, std::vector<std::string>& cells) {
    const measure::case_summary& of = one.summary;
    if (!of.quiet_ns) {
        cells.emplace_back("all");
        cells.emplace_back("");
        return;
    }
    cells.push_back(fmt::format("{} quiet", percent_text(static_cast<double>(of.quiet_rounds) /
                                                         static_cast<double>(of.rounds))));
    cells.push_back(fmt::format("{} ± {}", ns_text(of.as_it_is_ns.value),
                                plus_minus(of.as_it_is_ns, one.record.valued_by)));
}

std::vector<std::string> row(const measure::case_result& one, bool with_quietness) {
    const auto& [record, of] = one;
    if (of.rounds == 0) {
        std::vector<std::string> cells(with_quietness ? 11 : 9, "-");
        cells.front() = record.key.name();
        cells.push_back(record.unit);
        return cells;
    }
    std::vector<std::string> cells{record.key.name(), ns_text(of.value_ns.value),
                                   plus_minus(of.value_ns, record.valued_by)};
    if (with_quietness) {
        add_quietness(one, cells);
    }
    for (const std::string& cell :
         {or_dash(of.percentiles[0].corrected_ns), or_dash(of.percentiles[2].corrected_ns),
          or_dash(of.percentiles[3].corrected_ns), or_dash(of.max_corrected_ns),
          of.samples == 0 ? std::string("-") : fmt::format("{}", of.samples), ns_text(of.cpu_ns),
          record.unit}) {
        cells.push_back(cell);
    }
    return cells;
}

std::vector<std::string> comparison_row(const measure::comparison& one) {
    const bool told = tells_its_size(one);
    return {one.of.name(), ratio_text(one.ratio), told ? ratio_text(one.range->low) : "-",
            told ? ratio_text(one.range->high) : "-",
            !one.range     ? "too few passes"
            : one.resolved ? ""
                           : "not resolved"};
}

} // namespace

std::string case_table(const result& seen) {
    const bool with_quietness =
        std::any_of(seen.cases.begin(), seen.cases.end(),
                    [](const auto& one) { return one.summary.referenced_rounds != 0; });
    std::vector<markdown_table::column> columns{{"case", align::left}, {"ns/op"}, {"±"}};
    if (with_quietness) {
        columns.insert(columns.end(), {{"of rounds"}, {"as it is"}});
    }
    for (const char* title : {"p50", "p99", "p99.9", "max", "samples", "CPU ns/op"}) {
        columns.push_back({title});
    }
    columns.push_back({"unit of work", align::left});
    markdown_table table(columns);
    for (const measure::case_result& one : seen.cases) {
        table.add_row(row(one, with_quietness));
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::string comparison_text(const result& seen) {
    std::vector<measure::comparison> comparisons = seen.comparisons();
    std::erase_if(comparisons, [](const measure::comparison& one) { return one.pairs == 0; });
    if (comparisons.empty()) {
        return {};
    }
    const std::string& first = comparisons.front().reference.name();
    const bool all_the_same =
        std::all_of(comparisons.begin(), comparisons.end(),
                    [&](const measure::comparison& one) { return one.reference.name() == first; });
    std::vector<markdown_table::column> columns{{"ratio"}, {"from"}, {"to"}, {"", align::left}};
    columns.insert(columns.begin(), {all_the_same ? "times " + first : "times", align::left});
    if (!all_the_same) {
        columns.insert(columns.begin(), {"case", align::left});
    }
    markdown_table table(columns);
    for (const measure::comparison& one : comparisons) {
        std::vector<std::string> cells = comparison_row(one);
        if (!all_the_same) {
            cells.insert(cells.begin() + 1, reference_text(one.of, one.reference));
        }
        table.add_row(cells);
    }
    return table.str() + "\n";
}

} // namespace tollgate::report
