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

/// The kind of a case. Cases of the same kind scatter alike. A kind consists of the method of the
/// value, whether several threads take part, and the placement (empty if the case has none).
using case_kind = std::tuple<method, bool, std::string>;

/// Returns the kind of a case with these properties. Pure.
[[nodiscard]] case_kind kind_of(method valued_by, std::uint64_t threads, const case_key& key);

/// The cost of one case as a multiple of the cost of another case. The two values of each round are
/// compared.
struct comparison {
    case_key subject;   ///< the compared case
    case_key reference; ///< the case with which `subject` is compared
    double ratio = 1;   ///< the cost of `subject`, divided by the cost of `reference`
    /// The interval of the ratio. In 95 of 100 runs, the intervals of all comparisons of the run
    /// are right. Absent: there are too few passes.
    std::optional<stats::interval> range;
    std::size_t pairs = 0; ///< the number of passes in which both cases were measured
    /// Whether the interval excludes 1 and the difference is above the noise floor of the kind.
    bool resolved = false;
};

/// The smallest difference between two cases of a kind that this run can detect. To find this
/// difference, the run measures the first case of the kind a second time, and compares the two
/// measurements.
struct noise_floor {
    case_key subject;                     ///< the case that is compared with itself
    double ratio = 1;                     ///< the ratio of the two measurements
    std::optional<stats::interval> range; ///< the 95 % interval; absent: too few passes
    /// Whether the interval excludes 1. Then this run claims a difference that does not exist.
    bool claims_difference = false;

    /// Returns the difference of the smaller from the larger of two costs at the farther end of the
    /// interval, as a share of the smaller: 1 means twice the cost. Smaller differences are not
    /// significant, in either direction.
    [[nodiscard]] std::optional<double> smallest_difference() const;
};

/// Returns the largest of the smallest differences of all floors; absent without floors. Pure.
[[nodiscard]] std::optional<double> largest_floor(const std::vector<noise_floor>& floors);

/// Returns the smallest difference that the run can detect for this case: the floor of the
/// case's kind. If there is no floor of this kind, the function returns the first floor, for
/// example from a file with a single control. But if there is no floor of the kind and the case
/// times itself, the result is absent. The result is also absent if the floor is not known. Pure.
[[nodiscard]] std::optional<double> floor_of(const case_record& record,
                                             const std::vector<case_result>& cases,
                                             const std::vector<noise_floor>& floors);

/// The member of a round by which cases are compared: the wall-clock time or the CPU time.
using round_figure = double case_round::*;

/// Compares each control with the case of the same name, and returns the noise floors. All floors
/// are judged together. Pure.
[[nodiscard]] std::vector<noise_floor>
find_noise_floors(const std::vector<case_result>& cases, const std::vector<case_result>& controls,
                  round_figure figure = &case_round::value_ns);

/// Compares each case with the case in its member `compared_with`, or with the first case if
/// `compared_with` is empty. There is no comparison if this member names the case itself, or a case
/// that was not measured. The confidence is 95 % for all comparisons together. Fewer than
/// `fewest_passes` passes resolve nothing. The floors are of the same figure. Pure.
[[nodiscard]] std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                                  const std::vector<noise_floor>& floors,
                                                  round_figure figure = &case_round::value_ns);

// Design: the figure of a pass is the ratio of the two means over the rounds of the pass, as in the
// printed costs: slow rounds belong to them.
// All comparisons are judged together by flipping signs (see stats/max_t.hpp). So the number of
// passes need not grow with the number of comparisons.

} // namespace tollgate::measure
