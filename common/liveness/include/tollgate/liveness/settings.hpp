// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::liveness {

/// The time that a scope may go without a checkpoint.
///
///     tollgate::liveness::settings options;
///     options.default_timeouts = {.timeout = std::chrono::seconds(2), .grace =
///     std::chrono::seconds(10)};
///
/// A freeze is never reported before the timeout of the monitor's time is over. As long as the
/// monitor gets a CPU, it is never reported later than timeout + 2 periods.
///
/// The monitor's time stands still while the machine is suspended or the process is stopped.
/// Lateness of the monitor does not count either: a starved monitor reports no thread before it has
/// scanned for a timeout. The monitor never uses the date. The library's README has the argument.
struct timeouts {
    /// After it the scope is frozen. Above zero, counted as 100 years at most. It may be shorter
    /// than the registry's period: a freeze is then found within a period of it and the monitor's
    /// own lateness.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
    /// The time from frozen to overdue; zero: never overdue.
    std::chrono::nanoseconds grace{0};
};

/// The result of the monitor's last scan.
struct heartbeat {
    std::chrono::steady_clock::time_point now; ///< the time of the scan
    std::size_t watched = 0;                   ///< scopes that are watched at present
    std::size_t frozen = 0;                    ///< the frozen or overdue scopes among them

    /// No scope is frozen.
    [[nodiscard]] bool all_alive() const noexcept { return frozen == 0; }
};

/// The clock that dates a checkpoint.
enum class stamps {
    coarse, ///< the monitor's clock, at no cost, with the resolution of its period
    counter ///< the CPU's counter as well, at the cost of reading it
};

/// The thread that scans the records.
enum class driver {
    own_threads, ///< the registry's own threads
    by_hand      ///< the owner, who calls registry::scan with a time, in a check for example
};

/// A function that takes an event. Sinks are called one at a time, without any lock held, on the
/// registry's reporter thread. A sink that blocks delays the events behind it, and nothing else. An
/// exception from a sink is counted and goes no further.
using sink = std::function<void(const event&)>;

/// The options of a registry. Its constructor throws std::invalid_argument, with the name of the
/// value, for a value out of range.
struct settings {
    /// The time between two scans: 1 ms to an hour.
    std::chrono::nanoseconds period = std::chrono::milliseconds(10);
    /// For scopes without timeouts of their own.
    timeouts default_timeouts;
    /// Checkpoints kept of each scope, 1 to 65535; rounded up to one less than a power of two.
    std::size_t history = 15;
    stamps stamp = stamps::coarse; ///< the clock that dates checkpoints
    /// Find out why a thread is frozen. A report then reads three files in /proc.
    bool diagnoses = true;
    /// Ask a frozen thread for its stack, by a signal. The signal makes some of the thread's system
    /// calls return EINTR (signal(7)).
    ///
    /// Each report reads the memory map of the process on the reporter's thread: 17 ms for 30,000
    /// mappings. A thread with an own stack for signals (sigaltstack(2)) needs SIGSTKSZ bytes
    /// there, or its reports have no stack.
    bool stacks = false;
    std::vector<sink> sinks; ///< called for each event, in this order
    /// Called after each scan on the monitor's thread, for a watchdog of the system; it must not
    /// block. The first call comes when the registry is created, with or without scopes.
    std::function<void(const heartbeat&)> on_heartbeat;
    driver driven = driver::own_threads; ///< the thread that scans
};

} // namespace tollgate::liveness
