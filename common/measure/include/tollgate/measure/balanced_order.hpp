// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// The order in which the slots of a round run.
///
///     const auto order = tollgate::measure::balanced_order(8, 0, 1); // 8 slots, first round
///
/// Over the rounds each slot has each place equally often. Over whole blocks of rounds, each slot
/// also follows each other slot equally often. So neither drift within a round nor what a case
/// leaves in caches and heap favours any case. For two slots this is ABBA. In rounds 2k and 2k + 1,
/// each of any two slots runs once before the other.
///
/// A block has `count` rounds for an even `count`, and twice as many for an odd one. `seed` decides
/// the slots' labels in each block, the order of its pairs of rounds, and the order within a pair.
///
/// Pure.
///
/// - *Cost*: O(count).
[[nodiscard]] std::vector<std::size_t> balanced_order(std::size_t count, std::size_t round,
                                                      std::uint64_t seed);

// Design: a run is seldom as long as a block. In the square's own order, two slots would keep the
// same order in nearly all of its first rounds. So each row is followed by the same row backwards,
// which belongs to the block, too.
//
// Source: E. J. Williams, Experimental designs balanced for the estimation of residual effects of
// treatments, Australian Journal of Scientific Research A 2 (1949).

} // namespace tollgate::measure
