// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/result.hpp>

#include <utility>
#include <vector>

namespace tollgate::report {

inline measure::estimate within(double value, double low, double high) {
    return {value, stats::interval{low, high, measure::confidence}};
}

/// Give or take this share of the value.
inline measure::estimate sure_to(double value, double share) {
    const double unsure = share * value;
    return within(value, value - unsure, value + unsure);
}

/// A case as a digest has it: what is concluded, and no rounds.
inline measure::case_result costing(measure::case_key key, const measure::estimate& cost_ns) {
    measure::case_result one;
    one.record.key = std::move(key);
    one.record.unit = "one of them";
    one.summary.rounds = 12;
    one.summary.value_ns = cost_ns;
    return one;
}

/// A comparison that was resolved.
inline measure::comparison ratio_to(const measure::case_key& reference, const measure::case_key& of,
                                    double ratio) {
    measure::comparison made;
    made.of = of;
    made.reference = reference;
    made.ratio = ratio;
    made.range = stats::interval{0.95 * ratio, 1.05 * ratio, measure::confidence};
    made.pairs = 12;
    made.resolved = true;
    return made;
}

inline measure::comparison tie_with(const measure::case_key& reference,
                                    const measure::case_key& of) {
    measure::comparison made = ratio_to(reference, of, 1.01);
    made.resolved = false;
    return made;
}

inline result digest_of(std::vector<measure::case_result> cases,
                        std::vector<measure::comparison> comparisons = {}) {
    result seen;
    seen.cases = std::move(cases);
    seen.digest = paired_conclusions{{}, std::move(comparisons)};
    return seen;
}

} // namespace tollgate::report
