// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// How the kernel is to schedule a thread.
struct scheduling {
    int policy = 0;                   ///< SCHED_OTHER, SCHED_FIFO …; -1: not known
    int nice = 0;                     ///< of SCHED_OTHER and SCHED_BATCH
    std::int64_t timer_slack_ns = -1; ///< -1: not known

    friend bool operator==(const scheduling&, const scheduling&) = default;
};

/// Of the calling thread; three system calls on Linux, and nothing is known elsewhere.
[[nodiscard]] scheduling scheduling_of_this_thread() noexcept;

} // namespace tollgate::measure
