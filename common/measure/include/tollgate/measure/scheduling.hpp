// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::measure {

/// The settings by which the kernel schedules a thread.
struct scheduling {
    int policy = 0;   ///< the policy, such as SCHED_OTHER or SCHED_FIFO; -1: not known
    int priority = 0; ///< the real-time priority, for SCHED_FIFO and SCHED_RR; otherwise 0
    int nice = 0;     ///< the nice value, for SCHED_OTHER and SCHED_BATCH
    /// The timer slack; 0 for some real-time threads; -1: not known.
    std::int64_t timer_slack_ns = -1;

    /// Returns whether all members are equal.
    friend bool operator==(const scheduling&, const scheduling&) = default;
};

/// Returns the scheduling of the calling thread. On systems other than Linux, the policy and the
/// timer slack are -1.
///
/// - *Cost*: four system calls.
[[nodiscard]] scheduling scheduling_of_this_thread() noexcept;

/// Changes the scheduling of the calling thread: its policy, real-time priority, nice value and
/// timer slack. The destructor restores the old values. On systems other than Linux, the class does
/// nothing.
///
///     const auto own = tollgate::measure::scheduling_of_this_thread(); // in the first thread
///     const tollgate::measure::scheduled_as guard(own); // in a helper thread
///
/// The kernel may refuse a change, for example a real-time policy or a lower nice value, if the
/// thread lacks the privilege. Then the thread keeps the old value, and no error is reported.
/// Policy and priority change by one call: if the kernel refuses this call, the thread keeps both
/// old values. The kernel may also refuse to restore a value: a thread without the privilege cannot
/// lower its nice value again. The class sets only a timer slack above 0. The report of the run
/// shows the values that the thread really has.
///
/// - *Threads*: construct and destroy the object on the same thread.
/// - *Cost*: the constructor makes four system calls to read the old values. The constructor and
///   the destructor each make at most three system calls to change values: for policy and priority,
///   for the nice value, and for the timer slack. There is no call for a value that does not
///   change. But a change of the policy also resets the slack, so the slack is then set, too.
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
