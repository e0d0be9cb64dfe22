// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cpu {

/// The highest CPU number that a list may contain. The largest machines have fewer CPUs. The limit
/// prevents that a mistyped range needs much memory.
inline constexpr int highest_cpu_in_list = 4095;

/// Reads a set of CPUs in the notation of taskset and the kernel. Returns each CPU once, in
/// ascending order.
///
///     const std::vector<int> cpus = cpu::parse_cpu_list("0-3,5");
///     const std::string text = cpu::format_cpu_list(cpus); // "0-3,5"
///
/// - *Threads*: pure; any thread may call this function.
/// - *Exceptions*: std::invalid_argument. The message contains the allowed notation. Blanks, signs,
///   empty parts and descending ranges are not allowed.
std::vector<int> parse_cpu_list(std::string_view text);

/// Returns the shortest list of these CPUs. `cpus` may have any order. If `cpus` is empty, the list
/// is empty. This function is pure.
std::string format_cpu_list(std::span<const int> cpus);

} // namespace tollgate::cpu
