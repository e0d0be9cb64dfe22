// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/this_thread.hpp>

#include <cstdint>

namespace tollgate::liveness {

/// Passes a checkpoint, which shows that the calling thread makes progress in its innermost watched
/// scope.
///
///     tollgate::liveness::checkpoint(2);
///
/// Without a watched scope the function does nothing. A long loop without a checkpoint looks like a
/// loop that is stuck.
///
/// - *Threads*: any. A fiber must call migrating_scope::checkpoint instead, for two reasons. First,
///   this function passes a checkpoint of the thread's scope, not of a fiber's scope. Second, if
///   the fiber moves to another thread, compiled code may still use the scope of the old thread.
/// - *Cost*: two stores, 1 to 3 ns. The function never waits, makes no system call, reads no clock
///   and has no atomic read-modify-write. With stamps::counter, it also reads the CPU's counter. In
///   a shared library, one more function call is needed to find the thread's scope.
inline void checkpoint(std::uint32_t id) noexcept {
    if (detail::record* const current = detail::this_thread.current) [[likely]] {
        current->pass(id);
    }
}

} // namespace tollgate::liveness
