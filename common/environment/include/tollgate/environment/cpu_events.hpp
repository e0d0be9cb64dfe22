// SPDX-License-Identifier: BSL-1.0
#pragma once
// The counts of the kernel for one CPU: interrupts, soft interrupts and stolen time; and how long
// the calling thread waited there for its turn. Two readings around a piece of work say what took
// time from it.
//
// A count that cannot be read is left out: a container may hide /proc/interrupts, and a kernel may
// be built without scheduler statistics. It throws only if memory is exhausted. A reading opens
// four files, one of which has a row for each interrupt of the machine: 0.1 ms on a small machine,
// milliseconds on a large one. It is no part of a measured loop.

#include <tollgate/environment/machine_files.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment {

struct cpu_events {
    std::map<std::string, std::uint64_t> interrupts; ///< by name, "Local timer interrupts (LOC)"
    std::map<std::string, std::uint64_t> softirqs;   ///< by name, "TIMER"
    std::optional<std::uint64_t> steal_ticks;
    std::optional<std::uint64_t> waited_ns; ///< the calling thread, ready to run; schedstat
};

[[nodiscard]] cpu_events read_cpu_events(const machine_files& files, int cpu);

/// The column of one CPU of a table like /proc/interrupts: a count for each row that has one for
/// each CPU. Empty if it has no such CPU. Pure.
[[nodiscard]] std::map<std::string, std::uint64_t> column_of_cpu(std::string_view table, int cpu);

/// A phrase for each counter that moved between two readings: "5 Local timer interrupts (LOC)",
/// "softirq TIMER 5 times", "steal 2 ticks", "waited 12.3 µs for the CPU". Pure.
[[nodiscard]] std::vector<std::string> counted_between(const cpu_events& before,
                                                       const cpu_events& after);

} // namespace tollgate::environment
