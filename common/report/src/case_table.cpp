// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/text.hpp>

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/measure/comparison.hpp>

#include <fmt/format.h>

#include <algorithm>

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
    const auto comparisons = measure::compare_with_first(seen.cases, floor);
    if (comparisons.empty()) {
        return {};
    }
    markdown_table table({{"times " + seen.cases.front().name, align::left},
                          {"ratio"},
                          {"from"},
                          {"to"},
                          {"", align::left}});
    for (const measure::comparison& one : comparisons) {
        if (one.rounds == 0) {
            continue;
        }
        table.add_row({one.name, ratio_text(one.ratio),
                       one.range ? ratio_text(one.range->low) : "-",
                       one.range ? ratio_text(one.range->high) : "-",
                       !one.range     ? "too few rounds"
                       : one.resolved ? ""
                                      : "not resolved"});
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

} // namespace tollgate::report
