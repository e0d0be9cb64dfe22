// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace tollgate::liveness {

struct event;

/// An event for people to read: some lines, the last one ended too.
///
///     Frozen thread: reader id: 4711
///         at 2021-12-09 23:29:39.201542 UTC, silent for 3.000 s, timeout 2.000 s, 12 checkpoints
///         blocked in futex_wait_queue
///     Checkpoint: 7   at: 2021-12-09 23:29:36.199542  delta: 0 us
///     Checkpoint: 8   at: 2021-12-09 23:29:36.201542  delta: 2000 us
///         #0  pthread_cond_wait+0x1f0 (/lib/libc.so.6+0x8b1f0)
///
/// "Overdue thread:" and "Recovered thread:" begin the other kinds. Times are UTC; those of
/// checkpoints have the resolution of the monitor's period, and so have the deltas to the
/// checkpoint before. Whatever a name contains, no line of it is lost and no terminal obeys it:
/// control characters and what is not UTF-8 appear as \xNN, a backslash as two.
///
/// Pure; any thread. Throws nothing but std::bad_alloc.
[[nodiscard]] std::string to_text(const event& what);

} // namespace tollgate::liveness
