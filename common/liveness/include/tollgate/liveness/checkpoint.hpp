// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/this_thread.hpp>

#include <cstdint>

namespace tollgate::liveness {

/// Records that the calling thread has come this far: its innermost watched scope is alive.
///
///     tollgate::liveness::checkpoint(2);
///
/// Without a watched scope it does nothing. A long loop without a checkpoint looks like a loop that
/// is stuck.
///
/// - *Threads*: any. A fiber must call migrating_scope::checkpoint instead: this scope is the
///   thread's, and a compiler may keep the old thread's address when a fiber changes threads.
/// - *Cost*: two stores, 1 to 2 ns. It never waits, makes no system call, reads no clock and has no
///   atomic read-modify-write. stamps::counter adds a reading of the CPU's counter.
///   In a shared library, finding the thread's scope takes a function call more.
inline void checkpoint(std::uint32_t id) noexcept {
    if (detail::record* const current = detail::this_thread.current) [[likely]] {
        current->pass(id);
    }
}

} // namespace tollgate::liveness
