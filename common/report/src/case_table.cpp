// SPDX-License-Identifier: BSL-1.0
// The tables of a run's cases: of all figures, and of comparisons.
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tollgate::report {
namespace {

using align = markdown_table::align;
using measure::case_key;
using measure::case_result;
using row_cells = std::vector<std::string>;

/// Columns with words are aligned at the left.
std::vector<markdown_table::column> columns_of(const row_cells& titles) {
    std::vector<markdown_table::column> columns;
    for (const std::string& title : titles) {
        const bool words = title == "case" || title == "compared with" || title == "remark" ||
                           title == "unit of work";
        columns.push_back({title, words ? align::left : align::right});
    }
    return columns;
}

std::string or_dash(const std::optional<double>& ns, std::string (*text)(double)) {
    return ns ? text(*ns) : "-";
}

row_cells whole_row(const case_result& result) {
    const auto& [record, summary] = result;
    std::string quiet_rounds; // empty if there is no quiet value
    std::string quiet;
    if (summary.quiet_ns) {
        quiet_rounds = percent_text(static_cast<double>(summary.quiet_rounds) /
                                    static_cast<double>(summary.rounds));
        quiet = ns_cost_text(*summary.quiet_ns);
    }
    // The value of events may be near zero; an uncertainty of the same size is then informative.
    const measure::estimate& cost = summary.as_it_is_ns;
    const std::string unsure = record.valued_by == measure::method::untimed_loop ||
                                       record.valued_by == measure::method::unsampled_loop
                                   ? ns_unsure_text(cost)
                                   : or_dash(cost.uncertainty(), ns_text);
    row_cells row{record.key.name(),
                  ns_text(cost.value),
                  unsure,
                  quiet,
                  quiet_rounds,
                  or_dash(summary.percentiles[0].corrected_ns, ns_text),
                  or_dash(summary.percentiles[2].corrected_ns, ns_text),
                  or_dash(summary.percentiles[3].corrected_ns, ns_text),
                  or_dash(summary.max_corrected_ns, ns_text),
                  summary.samples == 0 ? "-" : std::to_string(summary.samples),
                  ns_text(summary.cpu_ns),
                  record.unit};
    if (summary.rounds == 0) {
        std::fill(row.begin() + 1, row.end() - 1, "-");
    }
    return row;
}

/// The parts of the reference that differ from the case, "impl:std"; its whole name, if the
/// programs or the names of the parameters differ.
std::string reference_text(const case_key& of, const case_key& reference) {
    const auto& own = of.parameters();
    const auto& other = reference.parameters();
    using measure::parameter;
    const bool same_names = std::ranges::equal(own, other, {}, &parameter::name, &parameter::name);
    if (!same_names || of.program() != reference.program()) {
        return reference.name();
    }
    std::string text(of.path() != reference.path() ? reference.within_program() : "");
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] != other[i]) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : "/", other[i].name,
                                measure::to_string(other[i].value));
        }
    }
    return text;
}

/// An end of an interval. The end of a significant difference is not shown as 1.
std::string end_text(const measure::comparison& pair, double end) {
    const std::string text = ratio_text(end);
    return text != "1" || !pair.resolved ? text : end < 1 ? "< 1" : "> 1";
}

} // namespace

bool tells_its_size(const measure::comparison& pair) {
    constexpr double too_wide = 2;
    return pair.range && pair.range->high <= too_wide * pair.ratio &&
           pair.range->low * too_wide >= pair.ratio;
}

std::string case_table(const result& run) {
    auto columns = columns_of({"case", "ns/op", "±", "quiet", "quiet rounds", "p50", "p99", "p99.9",
                               "max", "samples", "CPU ns/op", "unit of work"});
    const bool has_references = run.speed.loops != 0 || !run.speed.latencies.empty();
    const auto without_quiet = [&](auto cells) {
        if (!has_references) {
            cells.erase(cells.begin() + 3, cells.begin() + 5);
        }
        return cells;
    };
    markdown_table table(without_quiet(columns));
    for (const case_result& each : run.cases) {
        table.add_row(without_quiet(whole_row(each)));
    }
    return table.empty() ? std::string{} : table.str() + "\n";
}

std::string comparison_text(const result& run, std::size_t width) {
    std::vector<measure::comparison> comparisons = run.comparisons();
    std::erase_if(comparisons, [](const measure::comparison& pair) { return pair.pairs == 0; });
    if (comparisons.empty()) {
        return {};
    }
    const std::string& first = comparisons.front().reference.name();
    const bool all_the_same = std::ranges::all_of(
        comparisons, [&](const auto& pair) { return pair.reference.name() == first; });
    auto columns = columns_of({"case", "compared with", "ratio", "from", "to", "remark"});
    if (all_the_same) {
        columns.erase(columns.begin());
        columns.front().title += " " + first;
    }
    markdown_table table(columns);
    for (const measure::comparison& pair : comparisons) {
        const bool has_range = tells_its_size(pair);
        row_cells row{pair.subject.name()};
        if (!all_the_same) {
            row.push_back(reference_text(pair.subject, pair.reference));
        }
        row.insert(row.end(),
                   {ratio_text(pair.ratio), has_range ? end_text(pair, pair.range->low) : "-",
                    has_range ? end_text(pair, pair.range->high) : "-",
                    !pair.range     ? "too few passes"
                    : pair.resolved ? ""
                                    : "no significant difference"});
        table.add_row(std::move(row));
    }
    return table.str(width) + "\n";
}

} // namespace tollgate::report
