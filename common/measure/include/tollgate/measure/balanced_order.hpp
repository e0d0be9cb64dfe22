// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// In which order the slots of a round are run, so that over the rounds each slot stands equally
/// often in each place and (for whole blocks of rounds) equally often right behind each other slot:
/// neither drift within a round nor what a case leaves behind in caches and heap favours anybody.
/// For two slots this is ABBA. A block is n rounds for an even number of slots and 2n for an odd
/// one. A run is seldom as long as a block, and in the square's own order two slots would stand in
/// the same order in nearly all of its first rounds. So each row is followed by the same row
/// backwards, which belongs to the block, too: in rounds 2k and 2k + 1 of any two slots each stands
/// once before the other. From `seed` each block draws names for its slots, the order of its pairs
/// of rounds, and which of a pair is first. Pure; O(count). Source: E. J. Williams, Experimental
/// designs balanced for the estimation of residual effects of treatments, Australian Journal of
/// Scientific Research A 2 (1949).
[[nodiscard]] std::vector<std::size_t> balanced_order(std::size_t count, std::size_t round,
                                                      std::uint64_t seed);

} // namespace tollgate::measure
