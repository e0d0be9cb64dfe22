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

/// The CPUs for the threads of a ring. In a ring each thread hands over control to the next thread,
/// and the last thread hands over to the first thread.
///
///     const auto choice = cpu::assign(cpu::placement::core, cpu::read_topology(), 2);
///     if (const auto* found = std::get_if<cpu::assignment>(&choice)) {
///         const int first = *found->cpu_of(0);
///     }
struct assignment {
    placement where = placement::free; ///< the placement of all hand-offs
    /// Thread i runs on cpus[i % cpus.size()]. There is one entry for each thread, or one entry for
    /// all threads. If the list is empty, the threads are not pinned.
    std::vector<int> cpus;

    /// Returns the CPU of a thread; empty if the threads are not pinned.
    [[nodiscard]] std::optional<int> cpu_of(std::size_t thread) const;
};

/// The result of assign() for a placement that the machine does not have.
struct unavailable {
    /// The text after "not available: " in the message for the user, such as "1 CPU allowed" or "no
    /// SMT siblings among the allowed CPUs".
    std::string reason;
};

/// Assigns CPUs to a ring with this number of threads, so that each hand-off has the placement
/// `where`.
///
/// - *Threads*: pure; any thread may call this function. The same arguments give the same result.
std::variant<assignment, unavailable> assign(placement where, const topology& machine,
                                             std::size_t threads);

// Design: in a ring of N threads, thread i hands over to thread (i + 1) mod N. *Every* hand-off
// must have the placement of the assignment, also the hand-off from the last thread to thread 0. A
// ring with an even number of threads alternates between two CPUs: a b a b. A ring with an odd
// number of threads needs a third CPU c that has the same relation to a and to b: a b a b c. If the
// machine has no such CPUs, the placement is unavailable. An unavailable placement is never
// replaced by another placement. A ring may have more threads than CPUs, because only one thread of
// a ring runs at a time.
//
// Some machines have several kinds of core. On these machines, all CPUs of an assignment are of the
// first kind in kinds_of_core, except for `mixed`. Among equal CPUs the highest numbers are taken,
// because interrupts usually go to CPUs with low numbers.

} // namespace tollgate::cpu
