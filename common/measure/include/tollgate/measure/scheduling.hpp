// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// How the kernel schedules a thread.
struct scheduling {
    int policy = 0;                   ///< SCHED_OTHER, SCHED_FIFO …; -1: not known
    int priority = 0;                 ///< of SCHED_FIFO and SCHED_RR
    int nice = 0;                     ///< of SCHED_OTHER and SCHED_BATCH
    std::int64_t timer_slack_ns = -1; ///< -1: not known

    /// Whether all members are the same.
    friend bool operator==(const scheduling&, const scheduling&) = default;
};

/// The scheduling of the calling thread. Nothing is known except on Linux.
///
/// - *Cost*: four system calls.
[[nodiscard]] scheduling scheduling_of_this_thread() noexcept;

/// During its lifetime, the calling thread has this policy, nice value and timer slack, for example
/// those of another thread for which it works.
///
///     const auto terms = tollgate::measure::scheduling_of_this_thread();
///     const tollgate::measure::scheduled_as guard(terms); // on another thread
///
/// A value that the system refuses stays as it is, and the run's report shows it.
///
/// - *Threads*: the thread that constructs it also destroys it, and then has its own values again.
/// - *Cost*: four system calls in the constructor. In the constructor and in the destructor, a
/// system
///   call for each value that differs.
class scheduled_as {
public:
    /// Gives the calling thread this scheduling.
    explicit scheduled_as(const scheduling& other) noexcept;
    ~scheduled_as();
    scheduled_as(const scheduled_as&) = delete;
    scheduled_as& operator=(const scheduled_as&) = delete;

private:
    scheduling before_;
    scheduling now_;
};

} // namespace tollgate::measure
