// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

/// The same from the texts of the files, but for `at`. Nothing without a run state, which stands in
/// the first behind the name, "4711 (a name) S 1 ..."; the name is the thread's own choice and may
/// contain what looks like the end of it. The second has three numbers: ran, waited, both in ns,
/// and how often the thread was given a CPU. A kernel that keeps no scheduler statistics says
/// "0 0 0", of threads that have run for hours, too. The third is "0" if the thread does not wait.
[[nodiscard]] std::optional<thread_sample>
sample_from(std::string_view stat, const std::string& schedstat, const std::string& wchan);

/// Samples that are closer together say no more than one of them.
inline constexpr std::chrono::milliseconds shortest_window{1};

/// Why a thread makes no progress, from two looks at it. Pure; `stack` stays empty.
///
/// - No second sample: unknown.
/// - The last run state says stopped, or gone: so be it, whatever was before.
/// - Otherwise it counts for how much of the time between the two it ran or wanted to. At least
///   half: it is runnable, and starved if it got less than a fifth of what it wanted, or else it
///   spins. Less than half: it is blocked. What it waited for a CPU is only told once it gets one,
///   so a thread that was in the state R both times is taken to have wanted all of the time.
/// - One sample only (no first one, one of a thread that was gone, counters that went back because
///   another thread has the id now, a window that is too short): the state letter alone. A thread
///   that sleeps is blocked. Of one that runs or wants to nothing is concluded: even a thread that
///   does its work is found so.
/// - No counters: likewise, and `ran` is zero.
[[nodiscard]] diagnosis diagnose(const std::optional<thread_sample>& before,
                                 const std::optional<thread_sample>& after);

} // namespace tollgate::liveness::detail
