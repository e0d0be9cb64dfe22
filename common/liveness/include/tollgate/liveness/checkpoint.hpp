// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/this_thread.hpp>

#include <cstdint>

namespace tollgate::liveness {

/// The calling thread has come this far: what its innermost watched scope is alive by. Without one
/// it does nothing.
///
/// Threads: any; never waits, makes no system call, reads no clock, and has no atomic
/// read-modify-write. Cost: two stores, 1 to 2 ns; with a registry that stamps with the CPU's
/// counter a reading of that, too. In a shared library the address of what the thread knows is a
/// function call more.
///
/// A long loop without a checkpoint cannot be told from one that is stuck.
///
/// Not for fibers: the scope is the thread's and not the fiber's, and where a fiber changes threads
/// a compiler may keep the address of the old thread's words over the switch. They have
/// migrating_scope::checkpoint.
inline void checkpoint(std::uint32_t id) noexcept {
    if (detail::record* const current = detail::this_thread.current) [[likely]] {
        current->pass(id);
    }
}

} // namespace tollgate::liveness
