// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tollgate::report {
namespace {

using align = markdown_table::align;

std::string or_dash(const std::optional<double>& ns) {
    return ns ? ns_text(*ns) : "-";
}

std::vector<std::string> row(const measure::case_result& one) {
    const auto& [record, of] = one;
    if (of.rounds == 0) {
        return {record.key.name(), "-", "-", "-", "-", "-", "-", "-", "-", record.unit};
    }
    return {record.key.name(),
            ns_text(of.value_ns.value),
            or_dash(of.value_ns.uncertainty()),
            or_dash(of.percentiles[0].corrected_ns),
            or_dash(of.percentiles[2].corrected_ns),
            or_dash(of.percentiles[3].corrected_ns),
            or_dash(of.max_corrected_ns),
            of.samples == 0 ? "-" : fmt::format("{}", of.samples),
            ns_text(of.cpu_ns),
            record.unit};
}

/// What of the reference is not as in the case, "impl:std"; all of it, if they are of different
/// programs or have different parameters.
std::string difference(const measure::comparison& one) {
    const auto& own = one.of.parameters();
    const auto& other = one.reference.parameters();
    const bool same_names =
        std::equal(own.begin(), own.end(), other.begin(), other.end(),
                   [](const auto& a, const auto& b) { return a.name == b.name; });
    if (!same_names || one.of.program() != one.reference.program()) {
        return one.reference.name();
    }
    std::string text;
    if (one.of.path() != one.reference.path()) {
        text = one.reference.within_program();
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] != other[i]) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : "/", other[i].name,
                                measure::to_string(other[i].value));
        }
    }
    return text;
}

std::vector<std::string> comparison_row(const measure::comparison& one) {
    return {one.of.name(), ratio_text(one.ratio), one.range ? ratio_text(one.range->low) : "-",
            one.range ? ratio_text(one.range->high) : "-",
            !one.range     ? "too few rounds"
            : one.resolved ? ""
                           : "not resolved"};
}

} // namespace

std::string case_table(const result& seen) {
    markdown_table table({{"case", align::left},
                          {"ns/op"},
                          {"±"},
                          {"p50"},
                          {"p99"},
                          {"p99.9"},
                          {"max"},
                          {"samples"},
                          {"CPU ns/op"},
                          {"unit of work", align::left}});
    for (const measure::case_result& one : seen.cases) {
        table.add_row(row(one));
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::string comparison_text(const result& seen) {
    std::vector<measure::comparison> comparisons = seen.comparisons();
    std::erase_if(comparisons, [](const measure::comparison& one) { return one.rounds == 0; });
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
            cells.insert(cells.begin() + 1, difference(one));
        }
        table.add_row(cells);
    }
    return table.str() + "\n";
}

} // namespace tollgate::report
