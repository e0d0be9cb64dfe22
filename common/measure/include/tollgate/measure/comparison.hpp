// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/stats/interval.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace tollgate::measure {

/// The properties in which two cases must agree to scatter alike: the method of their value,
/// whether several threads take part, and the placement (empty if there is none).
using case_kind = std::tuple<method, bool, std::string>;

/// The kind of a case with these properties. Pure.
[[nodiscard]] case_kind kind_of(method valued_by, std::uint64_t threads, const case_key& key);

/// The cost of one case in multiples of another one's. Rounds are compared in pairs.
struct comparison {
    case_key subject;   ///< the compared case
    case_key reference; ///< the case with which it is compared
    double ratio = 1;   ///< of `of` to `reference`
    /// The ratio's interval. It is right in 95 of 100 runs, together with the intervals of the
    /// run's other comparisons. Absent: too few passes.
    std::optional<stats::interval> range;
    std::size_t pairs = 0; ///< the passes in which both were measured
    /// The interval excludes 1, and the difference is larger than the noise floor of its kind.
    bool resolved = false;
};

/// The smallest difference between two cases of a kind that this run could have seen. It is found
/// with the first case of the kind, which is measured against itself.
struct noise_floor {
    case_key subject;                     ///< the case that is measured against itself
    double ratio = 1;                     ///< between its two measurements
    std::optional<stats::interval> range; ///< 95 %; absent: too few passes
    /// The interval excludes 1: this run claims a difference where there is none.
    bool claims_difference = false;

    /// The farther of the interval's ends from 1. Smaller differences are not significant.
    [[nodiscard]] std::optional<double> smallest_difference() const;
};

/// The largest of the floors' smallest differences; absent without any. Pure.
[[nodiscard]] std::optional<double> largest_floor(const std::vector<noise_floor>& floors);

/// The smallest difference that could have been seen for this case: the floor of the first case of
/// its kind. A file with one control has one floor, which holds for all kinds. Absent: not known.
/// Pure.
[[nodiscard]] std::optional<double> floor_of(const case_record& record,
                                             const std::vector<case_result>& cases,
                                             const std::vector<noise_floor>& floors);

/// The floors of all controls, each with the case of the same name, judged together. Pure.
[[nodiscard]] std::vector<noise_floor> find_noise_floors(const std::vector<case_result>& cases,
                                                         const std::vector<case_result>& controls);

/// Compares each case with the case that it names, or with the first case if it names none. A case
/// gets no comparison if it names itself or a case that was not measured. The confidence is 95 %
/// for all comparisons together. Fewer than `fewest_passes` resolve nothing. Pure.
[[nodiscard]] std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                                  const std::vector<noise_floor>& floors);

// Design: a pass contributes the median of its rounds' ratios, of the quiet rounds if enough passes
// have them. All comparisons are judged together by flipping signs (see stats/max_t.hpp). So more
// comparisons need no more passes.

} // namespace tollgate::measure
