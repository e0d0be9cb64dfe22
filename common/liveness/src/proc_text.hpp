// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace tollgate::liveness::detail {

/// The first two of the three numbers of a schedstat file, both in nanoseconds. The third says how
/// often the thread was given a CPU. A kernel that keeps no scheduler statistics says "0 0 0", of
/// threads that have run for hours, too: that is none.
struct cpu_times {
    std::chrono::nanoseconds ran;
    std::chrono::nanoseconds waited;
};

/// The run state in a stat file: "4711 (a name) S 1 ...". The name is the thread's own choice and
/// may contain what looks like the end of it: the last parenthesis counts.
[[nodiscard]] std::optional<char> run_state_of(std::string_view stat);

[[nodiscard]] std::optional<cpu_times> cpu_times_of(std::string_view schedstat);

/// The function in a wchan file; empty for "0", which says that it does not wait, or must not be
/// told.
[[nodiscard]] std::string_view wait_channel_of(std::string_view wchan);

} // namespace tollgate::liveness::detail
