// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tollgate::noise_test {

/// A distance at which gaps come again.
struct period {
    double ns = 0;
    double share = 0; ///< of all gaps: those with another gap at this distance, or fewer
};

/// The most common distance from one gap to the next, if more than half of all gaps have it:
/// another gap begins that long before or after them, to 2 %. As many are left out as have one by
/// chance: distances that are a tenth longer and shorter tell how many those are. Gaps that begin
/// within 100 µs are at one moment, because one interrupt may bring several. A distance of 20 ms or
/// more is none, because a slice of watching ends before. Fewer than 20 gaps have no period.
///
/// The moments at which the gaps begin ascend. Pure.
[[nodiscard]] std::optional<period> find_period(std::span<const std::int64_t> begins_ns);

} // namespace tollgate::noise_test
