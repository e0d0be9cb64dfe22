// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tollgate::explain {

/// Which of several factors are on in one run of an experiment: bit i is that of factor i.
using factor_set = std::uint32_t;

/// So many factors are tried together at most: 16 runs.
inline constexpr std::size_t most_factors = 5;

/// The runs of a two-level factorial experiment in which each factor, and each pair, is told from
/// all others: every set of up to four factors, and of five those with an even number of them on (a
/// half fraction of resolution V, in which an effect is mixed up with those of four factors
/// together alone). The empty set is the first. Precondition: at most `most_factors`.
/// Source: Box, Hunter and Hunter, Statistics for Experimenters (2005), chapters 5 and 6. Pure.
[[nodiscard]] std::vector<factor_set> factorial(std::size_t factors);

/// What a factor takes off, on the average over all settings of the others: the mean of the values
/// without it less the mean of those with it. Of effects that overlap each gets its half, so that
/// the shares of all factors add up to what they take off together, as far as no three of them
/// overlap in one place. `values[i]` is that of `runs[i]`. Pure.
[[nodiscard]] double share_of(std::size_t factor, std::span<const factor_set> runs,
                              std::span<const double> values);

/// By how much less two factors take off together than each by itself added up; negative: by how
/// much more. Averaged over the settings of the others. Pure.
[[nodiscard]] double overlap_of(std::size_t one, std::size_t other,
                                std::span<const factor_set> runs, std::span<const double> values);

} // namespace tollgate::explain
