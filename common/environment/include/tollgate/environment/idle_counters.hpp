// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::environment {

/// The kernel's counts of entries into idle states of CPUs. Two readings show whether a CPU slept
/// between the readings.
///
///     const environment::idle_reader reader(environment::machine_files{}, {0, 1});
///     const auto before = reader.read();
///     const auto entered = (reader.read() - before).entries;
///
/// Each count is the sum over the CPUs of the reader. All programs on these CPUs contribute to the
/// counts. A count is unknown if the count of one of the CPUs cannot be read. In a virtual machine,
/// the kernel counts the virtual machine's own idle states.
struct idle_counters {
    std::optional<std::uint64_t> entries; ///< the entries into all idle states
    /// The entries into the idle states in which the CPU stops. These are all idle states except
    /// the states in which the kernel polls.
    std::optional<std::uint64_t> stops;

    /// Compares both counters.
    friend bool operator==(const idle_counters&, const idle_counters&) = default;
};

/// Returns the difference of two readings. A counter of the difference is unknown if the counter is
/// unknown in one of the readings, or if the counter decreased.
idle_counters operator-(const idle_counters& after, const idle_counters& before);

/// A reader of these counts for some CPUs.
///
/// - *Threads*: several threads may call `read` at the same time.
/// - *Cost*: a reading opens a file for each state of each CPU.
class idle_reader {
public:
    /// Finds the files to read.
    idle_reader(const machine_files& files, const std::vector<int>& cpus);

    /// Returns the present values.
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

/// Returns the number of entries into each idle state of this CPU, by the name of the state. The
/// result is empty if the kernel shows no idle states.
[[nodiscard]] std::map<std::string, std::uint64_t>
idle_entries_of_states(const machine_files& files, int cpu);

} // namespace tollgate::environment
