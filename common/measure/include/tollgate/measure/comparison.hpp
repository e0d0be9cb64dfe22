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

/// What cases must have in common to scatter alike: how they are valued, whether one thread does it
/// or several, and the placement, empty if they have none.
using case_kind = std::tuple<method, bool, std::string>;

[[nodiscard]] case_kind kind_of(method valued_by, std::uint64_t threads, const case_key& key);

/// How many times as much one case costs as another, paired in time.
struct comparison {
    case_key of;
    case_key reference;
    double ratio = 1; ///< of `of` to `reference`
    /// Of the ratio; it is right in 95 of 100 runs together with those of the run's other
    /// comparisons. Absent: too few passes.
    std::optional<stats::interval> range;
    std::size_t pairs = 0; ///< the passes in which both were measured
    /// The interval excludes 1, and the difference is larger than the noise floor of its kind.
    bool resolved = false;
};

/// The smallest difference between two cases of a kind that this run could have seen: its first
/// case against itself.
struct noise_floor {
    case_key of;
    double ratio = 1;
    std::optional<stats::interval> range; ///< 95 %; absent: too few passes
    /// The interval excludes 1: this run claims a difference where there is none.
    bool claims_difference = false;

    /// The larger distance of the interval's ends from 1; nothing is said of smaller differences.
    [[nodiscard]] std::optional<double> smallest_difference() const;
};

/// The largest of their smallest differences; absent without any. Pure.
[[nodiscard]] std::optional<double> largest_floor(const std::vector<noise_floor>& floors);

/// The smallest difference that could have been seen of this case: the floor of the first case of
/// its kind; of a file with one twin the only one there is. Absent: not known. Pure.
[[nodiscard]] std::optional<double> floor_of(const case_record& one,
                                             const std::vector<case_result>& cases,
                                             const std::vector<noise_floor>& floors);

/// Of each twin and the case that has its name, all judged together. Pure.
[[nodiscard]] std::vector<noise_floor> find_noise_floors(const std::vector<case_result>& cases,
                                                         const std::vector<case_result>& twins);

/// Each case against the one that it names, or the first if it names none, at 95 % for all of them
/// together. A case that names itself, or one that was not measured, is compared with none. Pure.
///
/// Of each pass the median over its rounds of the ratio in one round, of the quiet ones if there
/// are enough; the family is judged by flipping signs (see stats/max_t.hpp), so that it takes no
/// more passes for more comparisons. Fewer than `fewest_passes` resolve nothing.
[[nodiscard]] std::vector<comparison> compare_all(const std::vector<case_result>& cases,
                                                  const std::vector<noise_floor>& floors);

} // namespace tollgate::measure
