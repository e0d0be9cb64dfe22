// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::liveness {

/// The time limits of a scope.
///
///     tollgate::liveness::settings options;
///     options.default_timeouts = {.timeout = std::chrono::seconds(2), .grace =
///     std::chrono::seconds(10)};
///
/// The *monitor* is the thread that scans the scopes. The *monitor's time* is the sum of the times
/// between the scans. A freeze is never reported before the monitor's time has advanced by the
/// timeout since the last checkpoint. As long as the monitor gets a CPU, a freeze is never reported
/// later than timeout + 2 periods after the last checkpoint.
///
/// The monitor's time stands still while the machine is suspended or the process is stopped. If a
/// scan is late, only the time until the planned moment of the scan counts. So a monitor that
/// seldom gets a CPU reports a freeze later. A change of the system's date does not affect the
/// monitor's time. The library's README explains why these limits hold.
struct timeouts {
    /// The longest time without a checkpoint. After this time the scope is frozen. The timeout must
    /// be above zero. A timeout above 100 years counts as 100 years. The timeout may be shorter
    /// than the registry's period. The limit of timeout + 2 periods holds for such a timeout, too.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
    /// The time from frozen to overdue. Zero means never overdue.
    std::chrono::nanoseconds grace{0};
};

/// The result of the monitor's last scan.
struct heartbeat {
    std::chrono::steady_clock::time_point now; ///< the time of the scan
    std::size_t watched = 0;                   ///< the number of scopes that are watched now
    std::size_t frozen = 0;                    ///< the number of scopes that are frozen or overdue

    /// Returns whether no scope is frozen or overdue.
    [[nodiscard]] bool all_alive() const noexcept { return frozen == 0; }
};

/// The time that is stored with each checkpoint.
enum class stamps {
    coarse, ///< the time of the monitor's last scan, at no cost; so the resolution is the period
    counter ///< the time of the last scan and the CPU's counter, at the cost of reading the counter
};

/// The threads that scan the scopes and call the sinks.
enum class driver {
    own_threads, ///< the registry's own threads
    by_hand      ///< the thread that calls registry::scan with a time, for example in a check
};

/// A function that takes an event. The registry's reporter thread calls one sink at a time. During
/// the call, the library holds no lock. A sink that blocks delays only the later events. If a sink
/// throws an exception, the registry counts the exception and continues.
using sink = std::function<void(const event&)>;

/// The options of a registry. For a value out of range, the constructor of the registry throws
/// std::invalid_argument with the name of the value.
struct settings {
    /// The time between two scans: 1 ms to an hour.
    std::chrono::nanoseconds period = std::chrono::milliseconds(10);
    /// The timeouts of scopes that do not have their own timeouts.
    timeouts default_timeouts;
    /// The number of checkpoints that are kept for each scope, from 1 to 65535. The number is
    /// rounded up to one less than a power of two.
    std::size_t history = 15;
    stamps stamp = stamps::coarse; ///< the time that is stored with each checkpoint
    /// Whether a report contains the state of the thread. For such a report, the reporter's thread
    /// reads three files in /proc.
    bool diagnoses = true;
    /// Whether a report contains the calls on the thread's stack. The reporter sends a signal to
    /// the thread, and the signal handler collects the calls. The signal makes some of the thread's
    /// system calls return EINTR (signal(7)).
    ///
    /// For each report, the reporter's thread reads the memory map of the process. This takes 17 ms
    /// for 30,000 mappings. If a thread has its own stack for signals (sigaltstack(2)), this stack
    /// needs SIGSTKSZ bytes. Otherwise the reports of the thread contain no calls.
    bool stacks = false;
    std::vector<sink> sinks; ///< called for each event, in this order
    /// A function for a watchdog of the system. After each scan, the scanning thread calls this
    /// function. The function must not block. If the registry has its own threads, the first call
    /// comes when the registry is created, even if there is no scope.
    std::function<void(const heartbeat&)> on_heartbeat;
    driver driven = driver::own_threads; ///< the threads that scan and call the sinks
};

} // namespace tollgate::liveness
