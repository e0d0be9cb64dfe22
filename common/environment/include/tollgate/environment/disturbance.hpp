// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

/// Counters of the time that the machine takes from a piece of work: subtract the values before the
/// work from those after the work.
///
///     const environment::disturbance_reader reader(environment::machine_files{}, {0, 1});
///     const auto before = reader.read();
///     const auto phrases = environment::reasons(reader.read() - before);
///
/// A counter that cannot be read is unknown, and stays unknown in a difference.
struct disturbance_counters {
    std::optional<std::uint64_t> steal_ticks;       ///< of the CPUs of the reader
    std::optional<std::uint64_t> throttled_periods; ///< of our cgroup and all above it
    std::optional<std::uint64_t> throttled_us;      ///< time in throttled periods
    std::optional<std::uint64_t> thermal_throttles; ///< an event counts for each SMT sibling
    /// How often this process was stopped and continued. The program counts it, because no file
    /// does.
    std::optional<std::uint64_t> stops{};

    /// Compares all counters.
    friend bool operator==(const disturbance_counters&, const disturbance_counters&) = default;
};

/// The difference of two readings. A counter is unknown if it is unknown in a reading, or if it ran
/// backwards (the machine was migrated, a CPU went away).
disturbance_counters operator-(const disturbance_counters& after,
                               const disturbance_counters& before);

/// A phrase for each counter that moved, like "steal 2 ticks" or "throttled 1 period". Unknown
/// counters have no phrase: an empty list means that no disturbance is known.
std::vector<std::string> reasons(const disturbance_counters& delta);

/// Reads the counters for these CPUs, or for the whole machine if there are none.
///
/// - *Threads*: several threads may call `read`.
/// - *Lifetime*: the reader stays with the cgroup that the process had at its construction.
/// - *Cost*: `read` opens some files; that is cheap enough for each round.
class disturbance_reader {
public:
    /// Finds the files to read.
    explicit disturbance_reader(const machine_files& files, std::vector<int> cpus);

    /// The present values. `stops` stays unknown.
    disturbance_counters read() const;

private:
    machine_files files_;
    std::vector<int> cpus_;
    std::vector<std::string> cgroup_levels_;
    std::vector<std::string> thermal_;
};

} // namespace tollgate::environment
