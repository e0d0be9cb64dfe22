// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tollgate::noise_test {

/// An interval after which gaps come again.
struct period {
    double ns = 0;    ///< the interval
    double share = 0; ///< of all gaps: at most those with another gap at this interval
};

/// The most common interval from one gap to the next, if more than half of all gaps have it.
///
/// A gap has the interval if another gap begins that long before or after it, within 2 %. Gaps that
/// have it by chance are left out. Their number is estimated with intervals that are a tenth longer
/// and shorter. Gaps that begin within 100 µs count as one moment, because an interrupt may bring
/// several gaps. Intervals of 20 ms and more do not count, because a watched slice ends before.
/// Fewer than 20 gaps have no period.
///
/// `begins_ns` holds the moments at which the gaps begin, ascending. Pure.
[[nodiscard]] std::optional<period> find_period(std::span<const std::int64_t> begins_ns);

} // namespace tollgate::noise_test
