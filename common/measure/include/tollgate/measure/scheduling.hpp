// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// How the kernel is to schedule a thread.
struct scheduling {
    int policy = 0;                   ///< SCHED_OTHER, SCHED_FIFO …; -1: not known
    int priority = 0;                 ///< of SCHED_FIFO and SCHED_RR
    int nice = 0;                     ///< of SCHED_OTHER and SCHED_BATCH
    std::int64_t timer_slack_ns = -1; ///< -1: not known

    friend bool operator==(const scheduling&, const scheduling&) = default;
};

/// The scheduling of the calling thread. Four system calls on Linux; elsewhere nothing is known.
[[nodiscard]] scheduling scheduling_of_this_thread() noexcept;

/// While it lives, the calling thread has this policy, nice value and timer slack: those of another
/// thread, say, for which it works. It must be destroyed by the thread that made it, which then has
/// its own terms again. Four system calls to begin with, and at either end one for each value that
/// differs. A value that the system refuses stays as it is: the report tells.
class scheduled_as {
public:
    explicit scheduled_as(const scheduling& other) noexcept;
    ~scheduled_as();
    scheduled_as(const scheduled_as&) = delete;
    scheduled_as& operator=(const scheduled_as&) = delete;

private:
    scheduling before_;
    scheduling now_;
};

} // namespace tollgate::measure
