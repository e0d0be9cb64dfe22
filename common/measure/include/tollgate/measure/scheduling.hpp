// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// How the kernel schedules a thread.
struct scheduling {
    int policy = 0;                   ///< SCHED_OTHER, SCHED_FIFO …; -1: not known
    int priority = 0;                 ///< real-time priority, for SCHED_FIFO and SCHED_RR; else 0
    int nice = 0;                     ///< nice value, for SCHED_OTHER and SCHED_BATCH
    std::int64_t timer_slack_ns = -1; ///< 0 for some real-time threads; -1: not known

    /// Whether all members are equal.
    friend bool operator==(const scheduling&, const scheduling&) = default;
};

/// Returns the scheduling of the calling thread. On other systems than Linux, policy and timer
/// slack are -1.
///
/// - *Cost*: four system calls.
[[nodiscard]] scheduling scheduling_of_this_thread() noexcept;

/// Gives the calling thread a policy, a real-time priority, a nice value and a timer slack. The
/// destructor restores the values that the thread had before. Does nothing except on Linux.
///
///     const auto callers = tollgate::measure::scheduling_of_this_thread();
///     const tollgate::measure::scheduled_as guard(callers); // in a thread that works for it
///
/// The kernel may refuse a change, for example a real-time policy or a lower nice value without the
/// privilege. Then the thread keeps the old value, and no error is reported; policy and priority
/// are refused together. The kernel may refuse the restoration, too: a thread without the privilege
/// cannot lower its nice value again. A timer slack of 0 or less is not set. The run's report shows
/// the values that the thread really has.
///
/// - *Threads*: construct and destroy the object in the same thread.
/// - *Cost*: the constructor makes four system calls to read the old values. Constructor and
///   destructor make a system call each if policy or priority differs, if nice differs, and if
///   policy or slack differs.
class scheduled_as {
public:
    /// Changes the scheduling of the calling thread to `other`.
    explicit scheduled_as(const scheduling& other) noexcept;
    ~scheduled_as();
    scheduled_as(const scheduled_as&) = delete;
    scheduled_as& operator=(const scheduled_as&) = delete;

private:
    scheduling before_;
    scheduling now_;
};

} // namespace tollgate::measure
