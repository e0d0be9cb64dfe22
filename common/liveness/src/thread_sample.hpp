// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::liveness::detail {

/// The run state of a thread that does not exist; the kernel's own letter for "dead".
inline constexpr char no_such_thread = 'X';

/// How a thread of this process was found at one moment, from outside.
struct thread_sample {
    std::chrono::steady_clock::time_point at;
    /// As proc(5) has it: R runs or wants to, S and D wait, T and t are stopped, Z and X are gone.
    char run_state = no_such_thread;
    /// For so long it has run, and has waited for a CPU, in its life. A kernel without scheduler
    /// statistics does not say. The first grows with the scheduler's tick, the second only when
    /// the thread gets a CPU again.
    std::optional<std::chrono::nanoseconds> ran;
    std::optional<std::chrono::nanoseconds> waited_for_cpu;
    /// The function in the kernel that it waits in; empty if it does not wait, or nobody says.
    std::string wait_channel;
};

/// Looks at a thread of this process by its system id. Nothing if the system does not tell (no
/// /proc, one of another pid namespace, no descriptor left, not Linux); a sample in the state
/// `no_such_thread` if there is no such thread. Throws nothing but std::bad_alloc. Three files are
/// opened, read and closed: some 30 µs. What they say is not from the same instant.
[[nodiscard]] std::optional<thread_sample> sample_thread(std::int64_t thread_id);

} // namespace tollgate::liveness::detail
