// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/pinned_thread.hpp>
#include <tollgate/sleep/relax.hpp>

#include <cstdint>

#include <sched.h>

namespace tollgate::explain {

/// A thread that spins on one CPU while this lives. With the policy SCHED_IDLE it keeps the CPU
/// from idling and gives way to every other thread at once. With the usual policy it is a thread
/// like others. Linux.
class idle_spinner {
public:
    /// When it returns the thread spins. Throws std::system_error; see pinned_thread.
    explicit idle_spinner(int cpu, int policy = SCHED_IDLE)
        : thread_(cpu, policy, [](std::uint64_t) noexcept { sleep::relax(); }) {}

    /// The turns of its loop so far. They grow while the thread has the CPU.
    [[nodiscard]] std::uint64_t turns() const { return thread_.turns(); }
    /// The policy that the kernel says it has.
    [[nodiscard]] int policy() const { return thread_.policy(); }

private:
    cpu::pinned_thread thread_;
};

} // namespace tollgate::explain
