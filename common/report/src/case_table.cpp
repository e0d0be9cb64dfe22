// SPDX-License-Identifier: BSL-1.0
// The tables of a run's cases: of all figures, of comparisons, and the brief one.
#include "run_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/short_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tollgate::report {
namespace {

using align = markdown_table::align;
using row_cells = std::vector<std::string>;
using measure::case_key;

std::string or_dash(const std::optional<double>& ns, std::string (*text)(double)) {
    return ns ? text(*ns) : "-";
}

/// An uncertainty as large as the value says nothing; of events the value may be near zero.
std::string plus_minus(const measure::estimate& value, measure::method valued_by) {
    const auto uncertainty = value.uncertainty();
    const bool hopeless = valued_by == measure::method::unobserved_loop && uncertainty &&
                          *uncertainty >= std::abs(value.value);
    return hopeless ? "> 100 %" : or_dash(uncertainty, ns_text);
}

/// Of which rounds the value is, and what it is of all, if that is not the same.
row_cells quietness(const measure::case_result& one) {
    const measure::case_summary& of = one.summary;
    if (!of.quiet_ns) {
        return {"all", ""};
    }
    return {fmt::format("{} quiet", percent_text(static_cast<double>(of.quiet_rounds) /
                                                 static_cast<double>(of.rounds))),
            fmt::format("{} ± {}", ns_text(of.as_it_is_ns.value),
                        plus_minus(of.as_it_is_ns, one.record.valued_by))};
}

row_cells whole_row(const measure::case_result& one, bool with_quietness) {
    const auto& [record, of] = one;
    row_cells row{record.key.name()};
    if (of.rounds == 0) {
        row.resize(with_quietness ? 11 : 9, "-");
        row.push_back(record.unit);
        return row;
    }
    row.insert(row.end(), {ns_text(of.value_ns.value), plus_minus(of.value_ns, record.valued_by)});
    if (with_quietness) {
        const row_cells two = quietness(one);
        row.insert(row.end(), two.begin(), two.end());
    }
    for (const std::optional<double>& ns :
         {of.percentiles[0].corrected_ns, of.percentiles[2].corrected_ns,
          of.percentiles[3].corrected_ns, of.max_corrected_ns}) {
        row.push_back(or_dash(ns, ns_text));
    }
    row.insert(row.end(), {of.samples == 0 ? "-" : std::to_string(of.samples), ns_text(of.cpu_ns),
                           record.unit});
    return row;
}

/// "0.75 × impl:std", which tells what the other has that this has not; empty for what is compared
/// with nothing.
std::string times_cell(const case_key& of, const std::vector<measure::comparison>& comparisons,
                       const short_names& name) {
    const auto found = std::find_if(comparisons.begin(), comparisons.end(), [&](const auto& one) {
        return one.of == of && one.pairs != 0;
    });
    if (found == comparisons.end()) {
        return {};
    }
    const case_key reference = name.without_shared(found->reference);
    const std::string differs = reference_text(name.without_shared(of), reference);
    const std::string other = differs == reference.name() ? name(reference) : differs;
    if (!found->resolved) {
        return "not told from " + other;
    }
    return tells_its_size(*found) ? fmt::format("{} × {}", ratio_digits_text(found->ratio), other)
                                  : (found->ratio < 1 ? "less than " : "more than ") + other;
}

row_cells brief_row(const measure::case_result& one,
                    const std::vector<measure::comparison>& comparisons, const short_names& name) {
    const auto& [record, of] = one;
    if (of.rounds == 0) {
        return {name(record.key), "-", "", "", "-", "-", "-", "", record.unit};
    }
    // A guest's CPU time may be counted in ticks that are longer than a batch.
    const bool no_cpu_time = of.cpu_ns == 0 && record.valued_by == measure::method::guest_batches;
    return {name(record.key),
            cost_text(of.value_ns),
            sureness_text(of.value_ns),
            of.quiet_ns ? cost_text(of.as_it_is_ns) : "",
            or_dash(of.percentiles[0].corrected_ns, time_text),
            or_dash(of.percentiles[2].corrected_ns, time_text),
            no_cpu_time ? "-" : time_text(of.cpu_ns),
            times_cell(record.key, comparisons, name),
            record.unit};
}

} // namespace

std::string reference_text(const case_key& of, const case_key& reference) {
    const auto& own = of.parameters();
    const auto& other = reference.parameters();
    const bool same_names =
        std::equal(own.begin(), own.end(), other.begin(), other.end(),
                   [](const auto& a, const auto& b) { return a.name == b.name; });
    if (!same_names || of.program() != reference.program()) {
        return reference.name();
    }
    std::string text;
    if (of.path() != reference.path()) {
        text = reference.within_program();
    }
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] != other[i]) {
            text += fmt::format("{}{}:{}", text.empty() ? "" : "/", other[i].name,
                                measure::to_string(other[i].value));
        }
    }
    return text;
}

bool tells_its_size(const measure::comparison& one) {
    constexpr double hopeless = 2;
    return one.range && one.range->high <= hopeless * one.ratio &&
           one.range->low * hopeless >= one.ratio;
}

std::string case_table(const result& seen) {
    const bool with_quietness =
        std::any_of(seen.cases.begin(), seen.cases.end(),
                    [](const auto& one) { return one.summary.referenced_rounds != 0; });
    std::vector<markdown_table::column> columns{{"case", align::left}, {"ns/op"}, {"±"}};
    if (with_quietness) {
        columns.insert(columns.end(), {{"of rounds"}, {"as it is"}});
    }
    columns.insert(columns.end(), {{"p50"},
                                   {"p99"},
                                   {"p99.9"},
                                   {"max"},
                                   {"samples"},
                                   {"CPU ns/op"},
                                   {"unit of work", align::left}});
    markdown_table table(columns);
    for (const measure::case_result& one : seen.cases) {
        table.add_row(whole_row(one, with_quietness));
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
        const bool told = tells_its_size(one);
        row_cells row{one.of.name()};
        if (!all_the_same) {
            row.push_back(reference_text(one.of, one.reference));
        }
        row.insert(row.end(), {ratio_text(one.ratio), told ? ratio_text(one.range->low) : "-",
                               told ? ratio_text(one.range->high) : "-",
                               !one.range     ? "too few passes"
                               : one.resolved ? ""
                                              : "not resolved"});
        table.add_row(std::move(row));
    }
    return table.str() + "\n";
}

std::string brief_table(const result& seen) {
    if (seen.cases.empty()) {
        return {};
    }
    std::vector<case_key> keys;
    for (const measure::case_result& one : seen.cases) {
        keys.push_back(one.record.key);
    }
    const short_names name(keys);
    const std::vector<measure::comparison> comparisons = seen.comparisons();
    markdown_table table({{"case", align::left},
                          {"cost"},
                          {"±"},
                          {"as it is"},
                          {"p50"},
                          {"p99"},
                          {"CPU time"},
                          {"times", align::left},
                          {"unit of work", align::left}});
    for (const measure::case_result& one : seen.cases) {
        table.add_row(brief_row(one, comparisons, name));
    }
    const std::string above =
        name.left_out().empty() ? ""
                                : "Left out of all names that have it: " + name.left_out() + "\n\n";
    return above + table.str() + "\n";
}

} // namespace tollgate::report
