// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/gap_log.hpp>
#include <tollgate/measure/scheduling.hpp>
#include <tollgate/measure/usage.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// What a measured loop says of its own work, for the proofs.
struct loop_report {
    /// How often each member of the loop (a fiber, a thread) called the probe's `turn`. The sum is
    /// one more than the operations done: the first turn comes before the first operation. Of
    /// events, how many there were, on whatever threads.
    std::vector<std::uint64_t> turns;
    /// What the threads of the loop used while it ran.
    usage used;
    /// The CPUs on which they were found.
    std::vector<int> cpus;
    /// The CPUs on which they should have stayed; empty: any.
    std::vector<int> cpus_intended;
    /// What the value is divided by, counted, for each operation: 1, or for example the scheduler's
    /// resumes for each yield. For an event, how many of what the unit says it is made of.
    double units_per_operation = 1;
    /// Events that did not come about, and were brought about again.
    std::uint64_t repeated = 0;
    /// What else it counted, each under a name for a reader: what its operations are to be cheap
    /// in.
    std::map<std::string, std::uint64_t> counted{};
    /// Proofs that the loop itself saw fail.
    std::vector<std::string> failures;
    /// The operations in which `used` was used; without it, those asked for.
    std::optional<std::uint64_t> metered{};
    /// How the kernel was to schedule each of its threads, when it ended.
    std::vector<scheduling> scheduled{};
    /// The gaps of a loop that watches.
    gap_log gaps{};
};

} // namespace tollgate::measure
