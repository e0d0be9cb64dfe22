// SPDX-License-Identifier: BSL-1.0
//
// Sets of CPUs in the notation of taskset and the kernel: "0-3,5". Pure; callable from any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::cpu {

// Bounds what a mistyped range can allocate; the largest configured Linux kernels have 8192 CPUs,
// the largest machines fewer than this.
inline constexpr int highest_cpu_in_list = 4095;

// Ascending, each CPU once, however often the text names it. Throws std::invalid_argument with a
// message that says what is allowed; blanks, signs, empty parts and descending ranges are not.
std::vector<int> parse_cpu_list(std::string_view text);

// The shortest such text, whatever the order of `cpus`; empty for none.
std::string format_cpu_list(std::span<const int> cpus);

} // namespace tollgate::cpu
