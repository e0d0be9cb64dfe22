// SPDX-License-Identifier: BSL-1.0
// The tables of a run's cases: of all figures, of comparisons, and the brief one.
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/short_names.hpp>

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

/// What has words is on the left.
std::vector<markdown_table::column> columns_of(const row_cells& titles) {
    std::vector<markdown_table::column> columns;
    for (const std::string& title : titles) {
        const bool words = title == "case" || title == "times" || title == "unit of work";
        columns.push_back({title, words ? align::left : align::right});
    }
    return columns;
}

std::string or_dash(const std::optional<double>& ns, std::string (*text)(double)) {
    return ns ? text(*ns) : "-";
}

row_cells whole_row(const case_result& result) {
    const auto& [record, summary] = result;
    std::string of_rounds = "all";
    std::string as_it_is; // if that is not the same
    if (summary.quiet_ns) {
        of_rounds = percent_text(static_cast<double>(summary.quiet_rounds) /
                                 static_cast<double>(summary.rounds)) +
                    " quiet";
        as_it_is = ns_cost_text(summary.as_it_is_ns);
    }
    // Of events the value may be near zero, and an uncertainty as large as it says something.
    const std::string unsure = record.valued_by == measure::method::unobserved_loop
                                   ? ns_unsure_text(summary.value_ns)
                                   : or_dash(summary.value_ns.uncertainty(), ns_text);
    row_cells row{record.key.name(),
                  ns_text(summary.value_ns.value),
                  unsure,
                  of_rounds,
                  as_it_is,
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

/// What of the reference is not as in the case, "impl:std"; all of it, if they are of different
/// programs or have different parameters.
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

/// "0.75 × impl:std", which tells what the other has that this has not; empty for what is compared
/// with nothing.
std::string times_cell(const case_key& key, const std::vector<measure::comparison>& comparisons,
                       const short_names& name) {
    const auto found = std::ranges::find_if(
        comparisons, [&](const auto& pair) { return pair.of == key && pair.pairs != 0; });
    if (found == comparisons.end()) {
        return {};
    }
    const case_key reference = name.without_shared(found->reference);
    const std::string differs = reference_text(name.without_shared(key), reference);
    const std::string other = differs == reference.name() ? name(reference) : differs;
    if (!found->resolved) {
        return "not told from " + other;
    }
    return tells_its_size(*found) ? fmt::format("{} × {}", ratio_digits_text(found->ratio), other)
                                  : (found->ratio < 1 ? "less than " : "more than ") + other;
}

} // namespace

bool tells_its_size(const measure::comparison& pair) {
    constexpr double hopeless = 2;
    return pair.range && pair.range->high <= hopeless * pair.ratio &&
           pair.range->low * hopeless >= pair.ratio;
}

std::string case_table(const result& run) {
    auto columns = columns_of({"case", "ns/op", "±", "of rounds", "as it is", "p50", "p99", "p99.9",
                               "max", "samples", "CPU ns/op", "unit of work"});
    const bool has_references = run.speed.loops != 0 || !run.speed.distances.empty();
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

std::string comparison_text(const result& run) {
    std::vector<measure::comparison> comparisons = run.comparisons();
    std::erase_if(comparisons, [](const measure::comparison& pair) { return pair.pairs == 0; });
    if (comparisons.empty()) {
        return {};
    }
    const std::string& first = comparisons.front().reference.name();
    const bool all_the_same = std::ranges::all_of(
        comparisons, [&](const auto& pair) { return pair.reference.name() == first; });
    auto columns = columns_of({"case", "times", "ratio", "from", "to"});
    columns.push_back({"", align::left});
    if (all_the_same) {
        columns.erase(columns.begin());
        columns.front().title += " " + first;
    }
    markdown_table table(columns);
    for (const measure::comparison& pair : comparisons) {
        const bool told = tells_its_size(pair);
        row_cells row{pair.of.name()};
        if (!all_the_same) {
            row.push_back(reference_text(pair.of, pair.reference));
        }
        row.insert(row.end(), {ratio_text(pair.ratio), told ? ratio_text(pair.range->low) : "-",
                               told ? ratio_text(pair.range->high) : "-",
                               !pair.range     ? "too few passes"
                               : pair.resolved ? ""
                                               : "not resolved"});
        table.add_row(std::move(row));
    }
    return table.str() + "\n";
}

std::string brief_table(const result& run) {
    if (run.cases.empty()) {
        return {};
    }
    std::vector<case_key> keys;
    for (const case_result& each : run.cases) {
        keys.push_back(each.record.key);
    }
    const short_names name(keys);
    const std::vector<measure::comparison> comparisons = run.comparisons();
    markdown_table table(columns_of(
        {"case", "cost", "±", "as it is", "p50", "p99", "CPU time", "times", "unit of work"}));
    for (const auto& [record, summary] : run.cases) {
        if (summary.rounds == 0) {
            table.add_row({name(record.key), "-", "", "", "-", "-", "-", "", record.unit});
            continue;
        }
        table.add_row({name(record.key), cost_text(summary.value_ns),
                       sureness_text(summary.value_ns),
                       summary.quiet_ns ? cost_text(summary.as_it_is_ns) : "",
                       or_dash(summary.percentiles[0].corrected_ns, time_text),
                       or_dash(summary.percentiles[2].corrected_ns, time_text),
                       summary.cpu_ns == 0 ? "-" : time_text(summary.cpu_ns),
                       times_cell(record.key, comparisons, name), record.unit});
    }
    return name.left_out_line() + table.str() + "\n";
}

} // namespace tollgate::report
