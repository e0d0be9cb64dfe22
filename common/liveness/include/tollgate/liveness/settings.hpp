// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/event.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace tollgate::liveness {

/// How long a scope may go without a checkpoint.
struct limits {
    /// Then it is frozen. More than nothing; what exceeds 100 years is 100 years. A timeout shorter
    /// than the registry's period is kept as well as others: a freeze is found within a period of
    /// it and the monitor's own lateness.
    std::chrono::nanoseconds timeout = std::chrono::seconds(5);
    /// So long after that it is overdue; zero: never.
    std::chrono::nanoseconds grace{0};
};

/// What the monitor saw when it looked last.
struct pulse {
    std::chrono::steady_clock::time_point now;
    std::size_t watched = 0; ///< scopes that are watched at present
    std::size_t frozen = 0;  ///< of these

    [[nodiscard]] bool all_alive() const noexcept { return frozen == 0; }
};

/// When a checkpoint was passed: by the monitor's clock, for nothing, at the resolution of its
/// period; or by the CPU's counter as well, for what it costs to read that.
enum class stamps { coarse, counter };

/// Who looks at the records: the registry's own threads, or its owner, who calls registry::look
/// with the time that it is to be, in a check for example.
enum class driver { own_threads, by_hand };

/// Takes an event. Sinks are called one at a time, without any lock held, on the registry's
/// reporting thread. One that blocks holds up the events behind it, and nothing else; what one
/// throws is counted and goes no further.
using sink = std::function<void(const event&)>;

/// What a registry is made with. Values out of range are refused by its constructor with
/// std::invalid_argument, which names them.
struct settings {
    /// How often the monitor looks: 1 ms to an hour.
    std::chrono::nanoseconds period = std::chrono::milliseconds(10);
    /// Of scopes that have none of their own.
    limits of_scopes;
    /// So many checkpoints are kept of each scope, and as many more as make one less than a power
    /// of two: 1 to 65535.
    std::size_t history = 15;
    stamps stamp = stamps::coarse;
    /// Say why a thread is frozen, for the price of reading three files in /proc a report.
    bool diagnoses = true;
    /// Ask frozen threads for their stack, too, by a signal, which makes some of their
    /// system calls return EINTR (signal(7)). Each report then reads the map of the process's
    /// memory, on the reporter's thread: 17 ms where that has 30,000 mappings. A thread that has
    /// set aside a stack for signals (sigaltstack(2)) needs SIGSTKSZ bytes for it, or has no
    /// stack in its reports.
    bool stacks = false;
    std::vector<sink> sinks;
    /// Called after each look on the monitor's thread, which must not be held up: for a watchdog of
    /// the system. The first call comes when the registry is made, with or without scopes.
    std::function<void(const pulse&)> on_pulse;
    driver driven = driver::own_threads;
};

} // namespace tollgate::liveness
