// SPDX-License-Identifier: BSL-1.0
//
// Which thread of a ring runs on which CPU. In a ring of N threads, thread i hands over to thread
// (i + 1) mod N, and *every* hand-off, the last one back to thread 0 too, crosses exactly the
// distance the placement names; see placement.hpp for the distances.
//
// An even ring alternates between two CPUs: a b a b. An odd one cannot, since its last hand-off
// would stay on one CPU, so it needs a third that is related to both others alike: a b a b c.
// Where the machine has no such CPUs the placement is unavailable, with the reason; it is never
// quietly replaced by a nearer one. More threads than CPUs is intended: a ring runs one at a time.
//
// On a machine with several kinds of core all CPUs are of one kind, the first of kinds_of_core, but
// for `mixed`. Among equals the highest-numbered CPUs are taken, because interrupts prefer the low
// ones.
//
// `assign` is pure: the same topology and count give the same answer. Callable from any thread.
#pragma once

#include <tollgate/cpu/placement.hpp>
#include <tollgate/cpu/topology.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tollgate::cpu {

struct assignment {
    placement where = placement::free;
    // Thread i runs on cpus[i % cpus.size()]: one entry a thread, or one for all of them. Empty:
    // not pinned.
    std::vector<int> cpus;

    [[nodiscard]] std::optional<int> cpu_of(std::size_t thread) const;
};

// Completes "not available: …" for the user: "1 CPU allowed", "no SMT siblings among the allowed
// CPUs".
struct unavailable {
    std::string reason;
};

std::variant<assignment, unavailable> assign(placement where, const topology& on,
                                             std::size_t threads);

} // namespace tollgate::cpu
