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

/// The state of a thread of this process at one moment, read from outside.
struct thread_sample {
    std::chrono::steady_clock::time_point at;
    /// The letter of proc(5): R runs or wants to, S and D wait, T and t are stopped, Z and X are
    /// gone.
    char run_state = no_such_thread;
    /// The time on a CPU and waiting for a CPU in the thread's life, empty if the kernel keeps no
    /// scheduler statistics. `ran` grows with the scheduler's tick. `waited_for_cpu` grows only
    /// when the thread gets a CPU again.
    std::optional<std::chrono::nanoseconds> ran;
    std::optional<std::chrono::nanoseconds> waited_for_cpu;
    /// The kernel function in which it waits; empty if it does not wait, or if that is unknown.
    std::string wait_channel;
};

/// Takes a sample of a thread of this process by its system id. Throws std::bad_alloc alone.
///
/// Empty if the system does not tell: no /proc or a /proc of another pid namespace, no descriptor
/// left, not Linux. In the state `no_such_thread` if there is no such thread. It opens, reads and
/// closes three files: some 30 µs. Their contents are not from the same instant.
[[nodiscard]] std::optional<thread_sample> sample_thread(std::int64_t thread_id);

/// A sample without `at` from the texts of the three files. Empty if `stat` has no run state.
///
/// - `stat`: the run state follows the name, "4711 (a name) S 1 ...". The thread chooses the name,
///   which may contain a text like its own end.
/// - `schedstat`: the times on a CPU and waiting for it, in ns, and the number of times that the
///   thread got a CPU. A kernel without scheduler statistics writes "0 0 0" for every thread.
/// - `wchan`: "0" if the thread does not wait.
[[nodiscard]] std::optional<thread_sample>
sample_from(std::string_view stat, const std::string& schedstat, const std::string& wchan);

/// Two samples that are closer together count as one sample.
inline constexpr std::chrono::milliseconds shortest_window{1};

/// Why a thread makes no progress, from two samples. A pure function; `stack` stays empty.
///
/// - No second sample: unknown.
/// - The second run state is stopped or gone: that state, whatever the first sample says.
/// - Otherwise the time between the samples in which the thread ran or wanted to run decides. Less
///   than half of the time: blocked. At least half: starved if it got less than a fifth of the CPU
///   time that it wanted, or else spinning. The kernel adds the wait for a CPU only when the thread
///   gets one. So a thread in the state R both times counts as having wanted all of the time.
/// - Only one usable sample: the letter alone decides. So it is without a first sample, and after a
///   sample of a thread that was gone. So it is for counters that went back (another thread has the
///   id now), and for a window that is too short. A thread that sleeps is blocked. A thread that
///   runs or wants to run is unknown: a thread that does its work looks the same.
/// - No counters: the letter alone as well, and `ran` is zero.
[[nodiscard]] diagnosis diagnose(const std::optional<thread_sample>& before,
                                 const std::optional<thread_sample>& after);

} // namespace tollgate::liveness::detail
