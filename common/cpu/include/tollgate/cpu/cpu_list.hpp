// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cpu {

/// The highest CPU number in a list. It limits the memory for a mistyped range. The largest
/// machines have fewer CPUs.
inline constexpr int highest_cpu_in_list = 4095;

/// Reads a set of CPUs in the notation of taskset and the kernel. Returns each CPU once, ascending.
///
///     const std::vector<int> cpus = cpu::parse_cpu_list("0-3,5");
///     const std::string text = cpu::format_cpu_list(cpus); // "0-3,5"
///
/// - *Threads*: pure; any thread may call it.
/// - *Exceptions*: std::invalid_argument, whose message says what is allowed. Blanks, signs, empty
///   parts and descending ranges are not allowed.
std::vector<int> parse_cpu_list(std::string_view text);

/// The shortest list of these CPUs, in any order; empty if there are none. Pure.
std::string format_cpu_list(std::span<const int> cpus);

} // namespace tollgate::cpu
