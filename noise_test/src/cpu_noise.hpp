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

/// What was taken from a thread on one CPU.
struct cpu_noise {
    std::uint64_t cpu = 0;
    std::string beside; ///< where a batch job ran meanwhile; empty: there was none
    /// Of the time, whatever the machine was going through: disturbed rounds belong to it.
    measure::estimate share;
    double watched_s = 0;
    double gaps_per_s = 0;
    /// Lengths: p50, p90, p99; absent where there are too few gaps for one.
    std::array<std::optional<double>, 3> length_ns{};
    std::optional<double> longest_ns;
    std::optional<period> clock;
    /// Of the watched time, as the kernel counts it; absent if it does not.
    std::optional<double> steal_share;
    double turn_ns = 0; ///< mean distance of two looks: how wrong a length may be
    const measure::gap_log* gaps = nullptr; ///< of the result
};

/// Of each watched CPU, in the cases' order. Refers to the result. Pure.
[[nodiscard]] std::vector<cpu_noise> noise_of(const report::result& seen);

} // namespace tollgate::noise_test
