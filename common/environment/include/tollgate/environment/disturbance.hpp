// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

/// Counters of events in which the machine takes time from a piece of work. Read the counters
/// before and after the work, and subtract the first reading from the second reading.
///
///     const environment::disturbance_reader reader(environment::machine_files{}, {0, 1});
///     const auto before = reader.read();
///     const auto phrases = environment::reasons(reader.read() - before);
///
/// A counter that cannot be read is unknown. In a difference, such a counter is unknown, too.
struct disturbance_counters {
    std::optional<std::uint64_t> steal_ticks;       ///< the sum over the CPUs of the reader
    std::optional<std::uint64_t> throttled_periods; ///< in our cgroup and in all cgroups above
    std::optional<std::uint64_t> throttled_us;      ///< the time in throttled periods
    std::optional<std::uint64_t> thermal_throttles; ///< each event counts once for each SMT sibling
    /// How often this process was stopped and continued. The caller counts these stops, because no
    /// file contains their number.
    std::optional<std::uint64_t> stops{};

    /// Compares all counters.
    friend bool operator==(const disturbance_counters&, const disturbance_counters&) = default;
};

/// Returns the difference of two readings. A counter of the difference is unknown if the counter is
/// unknown in one of the readings, or if the counter decreased. A counter decreases, for example,
/// if a virtual machine is migrated, or if a CPU is removed.
disturbance_counters operator-(const disturbance_counters& after,
                               const disturbance_counters& before);

/// Returns a phrase for each counter that is not zero, such as "steal 2 ticks" or "throttled 1
/// period". Unknown counters have no phrase. So an empty list means that no disturbance is known.
std::vector<std::string> reasons(const disturbance_counters& delta);

/// A reader of the counters for some CPUs. If you pass no CPUs, the reader reads the counters for
/// the whole machine.
///
/// - *Threads*: several threads may call `read` at the same time.
/// - *Lifetime*: the reader always reads the cgroup in which the process was when the reader was
///   constructed.
/// - *Cost*: `read` opens some files. You can afford one call in each round of a measurement.
class disturbance_reader {
public:
    /// Finds the files to read.
    explicit disturbance_reader(const machine_files& files, std::vector<int> cpus);

    /// Returns the present values. `stops` is unknown in the result.
    disturbance_counters read() const;

private:
    machine_files files_;
    std::vector<int> cpus_;
    std::vector<std::string> cgroup_levels_;
    std::vector<std::string> thermal_;
};

} // namespace tollgate::environment
