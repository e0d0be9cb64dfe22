// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/placement.hpp>
#include <tollgate/cpu/topology.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tollgate::cpu {

/// The CPUs for the threads of a ring.
///
///     const auto choice = cpu::assign(cpu::placement::core, cpu::read_topology(), 2);
///     if (const auto* found = std::get_if<cpu::assignment>(&choice)) {
///         const int first = *found->cpu_of(0);
///     }
struct assignment {
    placement where = placement::free; ///< the placement of all hand-offs
    /// Thread i runs on cpus[i % cpus.size()]. There is an entry for each thread, or one for all.
    /// Empty: the threads are not pinned.
    std::vector<int> cpus;

    /// The CPU of a thread; empty if the threads are not pinned.
    [[nodiscard]] std::optional<int> cpu_of(std::size_t thread) const;
};

/// A placement that a machine does not have.
struct unavailable {
    /// Completes "not available: …" for the user: "1 CPU allowed", "no SMT siblings among the
    /// allowed CPUs".
    std::string reason;
};

/// Assigns CPUs to a ring of that many threads, so that all hand-offs have the placement.
///
/// - *Threads*: pure; any thread may call it. The same arguments give the same answer.
std::variant<assignment, unavailable> assign(placement where, const topology& machine,
                                             std::size_t threads);

// Design: in a ring of N threads, thread i hands over to thread (i + 1) mod N. *Every* hand-off,
// also the last one back to thread 0, must be between CPUs of the same placement. An even ring
// alternates between two CPUs: a b a b. An odd ring needs a third CPU that has the same relation to
// both others: a b a b c. If the machine has no such CPUs, the placement is unavailable, and is
// never replaced by another placement. More threads than CPUs are intended, because only one thread
// of a ring runs at a time.
//
// On a machine with several kinds of core, all CPUs are of one kind, the first of kinds_of_core,
// except for `mixed`. Among equal CPUs the highest numbers are taken, because interrupts prefer low
// numbers.

} // namespace tollgate::cpu
