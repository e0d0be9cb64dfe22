// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <memory>
#include <string>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// Counts the scheduler's events and the system calls of processes, in the kernel.
///
///     event_source events({1234}, {.cpus = 2, .follow_children = false});
///     if (events.refused().empty()) { … observation seen = events.total(); }
///
/// It needs Linux 5.18, its type information (/sys/kernel/btf), and root or the capabilities
/// CAP_BPF and CAP_PERFMON. It needs no tracefs, stops no process and changes none. The kernel
/// removes everything when the object or this process ends in any way.
///
/// - *Threads*: one at a time may use an object.
/// - *Cost*: of the observed processes, below a microsecond for a switch, and about 0.1 µs for a
///   system call. Other processes pay for the test whether they are observed.
/// - *Exceptions*: std::system_error if the counts cannot be read.
class event_source {
public:
    struct settings {
        int cpus = 1;                 ///< the number that the processes may use
        bool follow_children = false; ///< also observes the processes that they start
    };

    event_source(const std::vector<pid_t>& processes, settings chosen);
    ~event_source();
    event_source(const event_source&) = delete;
    event_source& operator=(const event_source&) = delete;

    /// Why nothing is counted: a sentence with the command that would allow it. Empty: it counts.
    [[nodiscard]] const std::string& refused() const { return refused_; }

    /// Observes this process no longer, and leaves out what was counted of it. A program that
    /// observes its own children from their first moment drops itself when it has started them.
    /// Precondition: not refused.
    void drop(pid_t process);

    /// What is counted at a time. System calls are frequent, so counting them takes most; a part of
    /// the time is enough to know their share.
    enum class counting { nothing, switches, switches_and_calls };

    /// From now on counts this. A wait that lasts from a time without counting into the next time
    /// with it is not counted. Precondition: not refused.
    void count(counting what);
    /// At the construction: switches_and_calls.
    [[nodiscard]] counting counted() const;

    /// Everything that was counted. The duration is the time of counting. Precondition: not
    /// refused.
    [[nodiscard]] observation total() const;

private:
    void count_now(counting what);

    struct state;
    std::unique_ptr<state> state_;
    std::string refused_;
};

} // namespace tollgate::bill
