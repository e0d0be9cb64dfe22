// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// Returns the order in which the slots of a round run. A slot is one case or one control.
///
///     const auto order = tollgate::measure::balanced_order(8, 0, 1); // 8 slots, round 0, seed 1
///
/// A block has `count` rounds if `count` is even, and `2 * count` rounds if `count` is odd. Over
/// whole blocks, each slot is at each place equally often, and follows each other slot equally
/// often. So two effects favour no case: a drift of the machine within a round, and the state of
/// caches and heap after the previous case. Rounds 2k and 2k + 1 are a pair: one round runs the
/// slots in the opposite order of the other round. So of any two slots A and B, A runs before B in
/// one round of the pair, and after B in the other round.
///
/// The seed decides three things for each block: how the slots are shuffled, in which order the
/// pairs of rounds come, and which round of a pair comes first.
///
/// Pure.
///
/// - *Cost*: O(count).
[[nodiscard]] std::vector<std::size_t> balanced_order(std::size_t count, std::size_t round,
                                                      std::uint64_t seed);

// Design: a block has the rows of a Williams square. A run is rarely as long as a block. In the
// order of the square, two slots would keep the same order in nearly all of the first rows. So each
// row is followed by the same row backwards. The backward rows belong to the block, too.
//
// Source: E. J. Williams, Experimental designs balanced for the estimation of residual effects of
// treatments, Australian Journal of Scientific Research A 2 (1949).

} // namespace tollgate::measure
