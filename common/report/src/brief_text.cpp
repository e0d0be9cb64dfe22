// SPDX-License-Identifier: BSL-1.0
#include "reference_text.hpp"

#include <tollgate/report/figure.hpp>
#include <tollgate/report/markdown_table.hpp>
#include <tollgate/report/number.hpp>
#include <tollgate/report/short_names.hpp>
#include <tollgate/report/text.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tollgate::report {
namespace {

using align = markdown_table::align;
using measure::case_key;

std::vector<case_key> keys_of(const std::vector<measure::case_result>& cases) {
    std::vector<case_key> keys;
    keys.reserve(cases.size());
    for (const measure::case_result& one : cases) {
        keys.push_back(one.record.key);
    }
    return keys;
}

/// "0.75 × impl:std", which tells what the other has that this has not; empty for what is compared
/// with nothing.
std::string times_cell(const case_key& of, const std::vector<measure::comparison>& comparisons,
                       const short_names& name) {
    for (const measure::comparison& one : comparisons) {
        if (one.of == of && one.pairs != 0) {
            const case_key reference = name.without_shared(one.reference);
            const std::string differs = reference_text(name.without_shared(of), reference);
            const std::string other = differs == reference.name() ? name(reference) : differs;
            if (!one.resolved) {
                return "not told from " + other;
            }
            return tells_its_size(one) ? fmt::format("{} × {}", ratio_digits_text(one.ratio), other)
                                       : (one.ratio < 1 ? "less than " : "more than ") + other;
        }
    }
    return {};
}

std::string time_or_dash(const std::optional<double>& ns) {
    return ns ? time_text(*ns) : "-";
}

std::vector<std::string> brief_row(const measure::case_result& one,
                                   const std::vector<measure::comparison>& comparisons,
                                   const short_names& name) {
    const auto& [record, of] = one;
    if (of.rounds == 0) {
        return {name(record.key), "-", "", "", "-", "-", "-", "", record.unit};
    }
    return {
        name(record.key), cost_text(of.value_ns), sureness_text(of.value_ns),
        of.quiet_ns ? cost_text(of.as_it_is_ns) : "", time_or_dash(of.percentiles[0].corrected_ns),
        time_or_dash(of.percentiles[2].corrected_ns),
        // A guest's CPU time may be counted in ticks that are longer than a batch.
        of.cpu_ns == 0 && record.valued_by == measure::method::guest_batches ? "-"
                                                                             : time_text(of.cpu_ns),
        times_cell(record.key, comparisons, name), record.unit};
}

} // namespace

std::string brief_table(const result& seen) {
    if (seen.cases.empty()) {
        return {};
    }
    const short_names name(keys_of(seen.cases));
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

std::string brief_text(const result& seen, const std::string& answer) {
    return classical_text(seen) + answer + (answer.empty() ? "" : "\n") + brief_table(seen) +
           conditions_text(seen, extent::brief) + environment_summary(seen.environment);
}

} // namespace tollgate::report
