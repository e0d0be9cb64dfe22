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

std::vector<std::string> row(const measure::case_record& record) {
    const measure::case_summary of = measure::summarize(record);
    if (of.rounds == 0) {
        return {record.name, "-", "-", "-", "-", "-", "-", "-", "-", record.unit};
    }
    return {record.name,
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

std::vector<std::string_view> segments(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t slash = name.find('/'); slash != name.npos; slash = name.find('/')) {
        parts.push_back(name.substr(0, slash));
        name.remove_prefix(slash + 1);
    }
    parts.push_back(name);
    return parts;
}

/// What in the reference's name is not as in the case's, "impl:std"; all of it, if they have
/// different parameters.
std::string difference(const measure::comparison& one) {
    const auto own = segments(one.name);
    const auto other = segments(one.reference);
    if (own.size() != other.size()) {
        return one.reference;
    }
    std::string text;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] != other[i]) {
            text.append(text.empty() ? "" : "/").append(other[i]);
        }
    }
    return text;
}

std::vector<std::string> comparison_row(const measure::comparison& one) {
    return {one.name, ratio_text(one.ratio), one.range ? ratio_text(one.range->low) : "-",
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
    for (const measure::case_record& record : seen.cases) {
        table.add_row(row(record));
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::string comparison_text(const result& seen) {
    const measure::noise_floor floor =
        seen.cases.empty() ? measure::noise_floor{}
                           : measure::find_noise_floor(seen.cases.front(), seen.twin);
    std::vector<measure::comparison> comparisons = measure::compare_all(seen.cases, floor);
    std::erase_if(comparisons, [](const measure::comparison& one) { return one.rounds == 0; });
    if (comparisons.empty()) {
        return {};
    }
    const std::string& first = comparisons.front().reference;
    const bool all_the_same =
        std::all_of(comparisons.begin(), comparisons.end(),
                    [&](const measure::comparison& one) { return one.reference == first; });
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
