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

/// The report of a measured loop about its own work. The self-checks use this report.
struct loop_report {
    /// For each member of the loop (a fiber or a thread), the number of its calls of
    /// `probe::keep_running`. All members together make one call more than there are operations,
    /// because the first call comes before the first operation. If the loop measures events, which
    /// are timed one by one: the number of events.
    std::vector<std::uint64_t> probe_calls;
    /// The CPU time and the context switches of the loop's threads.
    usage used;
    /// The CPUs on which the threads ran.
    std::vector<int> cpus;
    /// The CPUs on which the threads should have stayed. Empty: any CPUs.
    std::vector<int> cpus_intended;
    /// The number of units in each operation or event, by which the value is divided. If the loop
    /// counts units, the number is their mean: for example the scheduler's resumes for each yield.
    double units_per_operation = 1;
    /// The number of events that failed to happen and were tried again.
    std::uint64_t repeated = 0;
    /// Further counts, each with a name that is printed. For example, a loop counts the expensive
    /// steps that its operations should avoid.
    std::map<std::string, std::uint64_t> counted{};
    /// The loop's own self-checks that failed.
    std::vector<std::string> failures;
    /// The number of operations during which `used` was measured. Absent: all requested operations.
    std::optional<std::uint64_t> metered{};
    /// Whether the CPU time in `used` contains the clock readings of the probe, which are then
    /// subtracted. A loop that measures only parts of its CPU time may leave out the readings.
    bool used_has_readings = true;
    /// The scheduling of each thread of the loop, at the end of the loop.
    std::vector<scheduling> scheduled{};
    /// The gaps that the loop found, if the loop watches for lost time.
    gap_log gaps{};
};

} // namespace tollgate::measure
