// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

/// The kernel's counts of idle states that CPUs entered. Two readings show whether a CPU slept
/// between them.
///
///     const environment::idle_reader reader(environment::machine_files{}, {0, 1});
///     const auto before = reader.read();
///     const auto entered = (reader.read() - before).entries;
///
/// The counts are sums over CPUs, whatever ran on them. A count is unknown if it cannot be read for
/// one of the CPUs. A virtual machine sees only its own idle states.
struct idle_counters {
    std::optional<std::uint64_t> entries; ///< of all states
    /// Entries of states in which the CPU stops, so not of those in which the kernel polls.
    std::optional<std::uint64_t> stops;

    /// Compares both counters.
    friend bool operator==(const idle_counters&, const idle_counters&) = default;
};

/// The difference of two readings. A counter that is unknown or ran backwards is unknown in it.
idle_counters operator-(const idle_counters& after, const idle_counters& before);

/// Reads the counters of these CPUs.
///
/// - *Threads*: several threads may call `read`.
/// - *Cost*: a reading opens a file for each state of each CPU.
class idle_reader {
public:
    /// Finds the files to read.
    idle_reader(const machine_files& files, const std::vector<int>& cpus);

    /// The present values.
    idle_counters read() const;

private:
    struct state {
        std::string directory;
        bool polls = false;
    };

    machine_files files_;
    std::vector<state> states_;
    bool every_cpu_has_states_ = true;
};

} // namespace tollgate::environment
