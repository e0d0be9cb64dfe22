// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment {

/// The kernel's counts of events that take time from a CPU, and the waiting time of the calling
/// thread.
///
///     const environment::machine_files files;
///     const auto before = environment::read_cpu_events(files, 0);
///     const auto after = environment::read_cpu_events(files, 0);
///     const auto phrases = environment::counted_between(before, after);
///
/// - *Threads*: any thread may read.
/// - *Exceptions*: only for exhausted memory. A count that cannot be read is left out: a container
///   may hide /proc/interrupts, and a kernel may have no scheduler statistics.
/// - *Cost*: a reading opens four files and takes 0.1 ms on a small machine, milliseconds on a
///   large machine. Do not read in a measured loop.
struct cpu_events {
    std::map<std::string, std::uint64_t> interrupts; ///< by name, "Local timer interrupts (LOC)"
    std::map<std::string, std::uint64_t> softirqs;   ///< by name, "TIMER"
    std::optional<std::uint64_t> steal_ticks;        ///< time that a host took from the CPU
    std::optional<std::uint64_t>
        waited_ns; ///< time that the calling thread was ready but did not run
};

/// Reads the counts of a CPU.
[[nodiscard]] cpu_events read_cpu_events(const machine_files& files, int cpu);

/// The column of a CPU in a table like /proc/interrupts. Rows that have no count for each CPU are
/// left out. Empty if the table has no such CPU. Pure.
[[nodiscard]] std::map<std::string, std::uint64_t> column_of_cpu(std::string_view table, int cpu);

/// A phrase for each counter that moved between two readings: "5 Local timer interrupts (LOC)",
/// "softirq TIMER 5 times", "steal 2 ticks", "waited 12.3 µs for the CPU". Pure.
[[nodiscard]] std::vector<std::string> counted_between(const cpu_events& before,
                                                       const cpu_events& after);

} // namespace tollgate::environment
