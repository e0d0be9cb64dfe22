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

/// The kernel's counts of events that take time from one CPU, and the time for which the calling
/// thread waited for a CPU.
///
///     const environment::machine_files files;
///     const auto before = environment::read_cpu_events(files, 0);
///     const auto after = environment::read_cpu_events(files, 0);
///     const auto phrases = environment::counted_between(before, after);
///
/// - *Threads*: any thread may read.
/// - *Exceptions*: only for exhausted memory. A count that cannot be read is missing. For example,
///   a container may hide /proc/interrupts, and a kernel may have no scheduler statistics.
/// - *Cost*: a reading opens four files. The reading takes 0.1 ms on a small machine, and
///   milliseconds on a large machine. Do not read the counts in a measured loop.
struct cpu_events {
    /// The number of interrupts by name, such as "Local timer interrupts (LOC)".
    std::map<std::string, std::uint64_t> interrupts;
    std::map<std::string, std::uint64_t> softirqs; ///< by name, such as "TIMER"
    std::optional<std::uint64_t> steal_ticks;      ///< the time that a host took from the CPU
    /// The time in which the calling thread was ready to run, but did not run.
    std::optional<std::uint64_t> waited_ns;
};

/// Reads the counts of a CPU.
[[nodiscard]] cpu_events read_cpu_events(const machine_files& files, int cpu);

/// Returns the column of a CPU in a table such as /proc/interrupts. The result contains only the
/// rows that have a count for each CPU. The result is empty if the table has no such CPU. This
/// function is pure.
[[nodiscard]] std::map<std::string, std::uint64_t> column_of_cpu(std::string_view table, int cpu);

/// Returns a phrase for each counter that changed between two readings, such as "5 Local timer
/// interrupts (LOC)", "softirq TIMER 5 times", "steal 2 ticks" or "waited 12.3 µs for the CPU".
/// This function is pure.
[[nodiscard]] std::vector<std::string> counted_between(const cpu_events& before,
                                                       const cpu_events& after);

} // namespace tollgate::environment
