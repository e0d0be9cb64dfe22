// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::measure {

/// What a load costs that misses the data cache next to the core and hits the one behind it, by
/// pointer chasing: each load's address is what the load before it found, so that none overlaps
/// another, and the order is random, so that no prefetcher knows the next. Source: the memory
/// latency benchmark of L. McVoy and C. Staelin, lmbench: portable tools for performance analysis,
/// USENIX Annual Technical Conference 1996. It is not the cost of a miss beyond the first load's
/// own: in real code others run meanwhile.

/// A link has a cache line of its own, on processors with lines of 128 bytes, too.
struct alignas(128) chain_link {
    const chain_link* next = nullptr;
};

/// Links that each point to another one, so that from any of them the way leads through all and
/// back: a random cycle (S. Sattolo, An algorithm to generate a random cyclic permutation,
/// Information Processing Letters 22, 1986). The same for the same seed, everywhere. It may be
/// moved, not copied: the links point to each other. Empty for no links.
[[nodiscard]] std::vector<chain_link> make_chain(std::size_t links, std::uint64_t seed);

/// How many bytes to go through with caches of these sizes, 0 for one that is not known: four times
/// the first, which then never holds a link until the way comes back to it, but no more than half
/// of the second, unless that is less than twice the first. Pure.
[[nodiscard]] std::size_t chain_bytes(std::size_t first_cache, std::size_t second_cache);

/// The least of several passes, in ns a load. About 1 ms. 0 if the clock did not move.
[[nodiscard]] double measure_l1_miss(clock::source source, double ns_per_count);

} // namespace tollgate::measure
