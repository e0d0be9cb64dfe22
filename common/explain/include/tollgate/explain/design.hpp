// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tollgate::explain {

/// The factors that are on in one run of an experiment: bit i is that of factor i. The runs of a
/// full factorial experiment are all sets, in the order of these numbers: `values[set]` is what was
/// measured with that set.
using factor_set = std::uint32_t;

/// The most factors that are tried together: 32 runs. A fraction of the runs would mix up the
/// effect that three of them have in common with the effect of one by itself.
inline constexpr std::size_t most_factors = 5;

[[nodiscard]] constexpr std::size_t runs_of(std::size_t factors) {
    return std::size_t{1} << factors;
}

/// The amount that a factor takes off, averaged over all orders in which the factors may be
/// switched on one after the other. An effect that several have in common is divided evenly between
/// them. So the shares of all add up to what they take off together, however they overlap. `values`
/// has runs_of(factors) of them. Pure; O(values).
/// Source: L. S. Shapley, A value for n-person games (1953).
[[nodiscard]] double share_of(std::size_t factor, std::span<const double> values);

/// The amount that a factor takes off by itself. Pure.
[[nodiscard]] double effect_of(std::size_t factor, std::span<const double> values);

/// The effects of two factors, each by itself, added up, less what both take off together.
/// Negative: together they take off more. The others are off. Pure.
[[nodiscard]] double overlap_of(std::size_t one, std::size_t other, std::span<const double> values);

} // namespace tollgate::explain
