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

/// The report of a measured loop about its own work. The self-checks use it.
struct loop_report {
    /// How often each member of the loop (a fiber, a thread) called the probe's `turn`. The sum is
    /// one more than the operations, because the first call comes before the first operation. Of
    /// events: their number, on all threads.
    std::vector<std::uint64_t> probe_calls;
    /// The usage of the loop's threads.
    usage used;
    /// The CPUs on which the threads ran.
    std::vector<int> cpus;
    /// The CPUs on which the threads should have stayed; empty: any.
    std::vector<int> cpus_intended;
    /// The counted number by which the value is divided, for each operation: 1, or for example the
    /// scheduler's resumes for each yield. For an event: the number of units in it.
    double units_per_operation = 1;
    /// Events that did not come about, and were brought about again.
    std::uint64_t repeated = 0;
    /// Further counts, each under a name for a reader: of expensive things that the operations
    /// avoid.
    std::map<std::string, std::uint64_t> counted{};
    /// Self-checks of the loop that failed.
    std::vector<std::string> failures;
    /// The number of operations to which `used` belongs; absent: all that were requested.
    std::optional<std::uint64_t> metered{};
    /// The scheduling of each of its threads at the end.
    std::vector<scheduling> scheduled{};
    /// The gaps of a loop that watches for lost time.
    gap_log gaps{};
};

} // namespace tollgate::measure
