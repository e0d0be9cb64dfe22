// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "period.hpp"

#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::noise_test {

/// The time that was taken from a thread on one CPU.
struct cpu_noise {
    std::uint64_t cpu = 0;
    std::string beside; ///< where a batch job ran meanwhile; empty: there was none
    /// All that was taken, divided by all that was watched: no slice is left out. Its interval is
    /// Student's over the passes; see share_of.
    measure::estimate share;
    double watched_s = 0;
    double gaps_per_s = 0;
    /// Lengths: p50, p90, p99; each is absent if there are too few gaps for it.
    std::array<std::optional<double>, 3> length_ns{};
    std::optional<double> longest_ns;
    bool enough_for_period = false; ///< false: it is not known whether there is one
    std::optional<period> clock;
    /// The share of the watched time, as the kernel counts it; absent if it does not.
    std::optional<double> steal_share;
    double turn_ns = 0; ///< mean distance of two looks: the largest error of a length
    const measure::gap_log* gaps = nullptr; ///< of the result

    /// Whether the lengths, but for the longest, and the period are those of a sample of the gaps.
    [[nodiscard]] bool is_of_a_sample() const { return gaps != nullptr && gaps->unlisted != 0; }
};

/// The share of the watched time that was taken, never less than 0 nor more than 1: the sum of the
/// time that was taken in all passes, divided by the sum of the time that was watched. A slice that
/// ends inside a gap lasts until the gap has ended, and all of this time is watched.
///
/// Each pass has its own share. It differs from the share of all passes by chance, and by the
/// events on the machine during that pass. The interval is Student's over these differences, a pass
/// weighed by the time that was watched in it (the linear approximation of a ratio of two sums);
/// none for fewer than measure::fewest_passes. An event that no pass has seen is not in it. Pure.
[[nodiscard]] measure::estimate share_of(const std::vector<measure::watched_time>& passes);

/// The noise of each watched CPU, in the cases' order. Refers to the result. Pure.
[[nodiscard]] std::vector<cpu_noise> noise_of(const report::result& seen);

} // namespace tollgate::noise_test
