// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <utility>
#include <vector>

namespace tollgate::report {

inline measure::estimate within(double value, double low, double high) {
    return {value, stats::interval{low, high, measure::confidence}};
}

/// The value plus or minus this share of it.
inline measure::estimate sure_to(double value, double share) {
    const double unsure = share * value;
    return within(value, value - unsure, value + unsure);
}

/// A case of a digest: conclusions without rounds.
inline measure::case_result costing(measure::case_key key, const measure::estimate& cost_ns) {
    measure::case_result one;
    one.record.key = std::move(key);
    one.record.unit = "one of them";
    one.summary.rounds = 12;
    one.summary.value_ns = one.summary.as_it_is_ns = cost_ns;
    return one;
}

/// A comparison that was resolved.
inline measure::comparison ratio_to(const measure::case_key& reference, const measure::case_key& of,
                                    double ratio) {
    measure::comparison comparison;
    comparison.subject = of;
    comparison.reference = reference;
    comparison.ratio = ratio;
    comparison.range = stats::interval{0.95 * ratio, 1.05 * ratio, measure::confidence};
    comparison.pairs = 12;
    comparison.resolved = true;
    return comparison;
}

inline measure::comparison unresolved_with(const measure::case_key& reference,
                                           const measure::case_key& of) {
    measure::comparison comparison = ratio_to(reference, of, 1.01);
    comparison.resolved = false;
    return comparison;
}

inline result digest_of(std::vector<measure::case_result> cases,
                        std::vector<measure::comparison> comparisons = {}) {
    result run;
    run.cases = std::move(cases);
    run.digest = paired_conclusions{{}, std::move(comparisons)};
    return run;
}

} // namespace tollgate::report
