// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tollgate::explain {

/// Which of several factors are on in one run of an experiment: bit i is that of factor i. The runs
/// of a full factorial experiment are all sets, in the order of these numbers: `values[set]` is
/// what was measured with that set.
using factor_set = std::uint32_t;

/// So many factors are tried together at most: 32 runs. A fraction of the runs would mix up what
/// three of them have in common with what one has for itself.
inline constexpr std::size_t most_factors = 5;

[[nodiscard]] constexpr std::size_t runs_of(std::size_t factors) {
    return std::size_t{1} << factors;
}

/// What a factor takes off, on the average over all orders in which the factors may be switched on
/// one after the other. What several have in common is divided evenly between them, so that the
/// shares of all add up to what they take off together, however they overlap. `values` has
/// runs_of(factors) of them. Pure; O(values).
/// Source: L. S. Shapley, A value for n-person games (1953).
[[nodiscard]] double share_of(std::size_t factor, std::span<const double> values);

/// What a factor takes off by itself. Pure.
[[nodiscard]] double effect_of(std::size_t factor, std::span<const double> values);

/// By how much less two factors take off together than each by itself added up; negative: by how
/// much more. The others are off. Pure.
[[nodiscard]] double overlap_of(std::size_t one, std::size_t other, std::span<const double> values);

} // namespace tollgate::explain
