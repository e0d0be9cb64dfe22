// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "thread_sample.hpp"

#include <tollgate/liveness/diagnosis.hpp>

#include <chrono>
#include <optional>

namespace tollgate::liveness::detail {

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
