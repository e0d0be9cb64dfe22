// SPDX-License-Identifier: BSL-1.0
#pragma once
// The CPU lines of /proc/stat.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tollgate::environment {

struct cpu_ticks {
    std::uint64_t steal = 0;
    std::uint64_t total = 0; ///< busy, idle and stolen
};

/// Summed over these CPUs, or the whole machine's if there are none. nullopt if a CPU has no line
/// or its line is too short to have steal: a partial sum would look like a small one.
std::optional<cpu_ticks> ticks_of(std::string_view stat, std::span<const int> cpus);

} // namespace tollgate::environment
