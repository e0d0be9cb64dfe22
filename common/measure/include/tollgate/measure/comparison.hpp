// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/interval.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// How many times as much one case costs as another, paired by round.
struct comparison {
    case_key of;
    case_key reference;
    double ratio = 1; ///< median over rounds of name / reference
    std::optional<stats::interval>
        range; ///< sign-test interval of the ratio; absent: too few rounds
    std::size_t rounds = 0;
    std::size_t ties = 0;
    /// The interval excludes 1 and the difference is larger than the noise floor.
    bool resolved = false;
};

/// The smallest difference that this run could have seen: the first case against itself.
struct noise_floor {
    double ratio = 1;
    std::optional<stats::interval> range; ///< 95 %; absent: too few rounds
    /// The interval excludes 1: this run claims a difference where there is none.
    bool claims_difference = false;

    /// The larger distance of the interval's ends from 1; nothing is said of smaller differences.
    [[nodiscard]] std::optional<double> smallest_difference() const;
};

[[nodiscard]] noise_floor find_noise_floor(const case_record& first, const case_record& twin);

/// Rounds that only one of the two has are left out. `sure` is the confidence of the interval: the
/// caller divides the error by the number of comparisons it makes (Bonferroni). Pure.
[[nodiscard]] comparison compare(const case_record& one, const case_record& reference,
                                 const noise_floor& floor, double sure);

/// Each case against the one that it names, or the first if it names none, at 95 % for all of them
/// together. A case that names itself, or one that was not measured, is compared with none.
[[nodiscard]] std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                                  const noise_floor& floor);

} // namespace tollgate::measure
