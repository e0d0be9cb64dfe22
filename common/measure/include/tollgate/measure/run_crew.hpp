// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

namespace tollgate::measure {

/// One thread of a measured loop: where it was put, and what it says when it is over. Belongs to
/// that thread until it has been joined, then to the thread that joined it.
struct loop_member {
    loop_report own;
    std::exception_ptr failure;

    /// Puts the calling thread on that CPU, if on any. A refusal is kept for `add_to`, so that the
    /// thread can come to the start line nevertheless.
    void place(std::optional<int> cpu) noexcept;

    /// Adds what this thread did to the loop's report, and whether it stayed where it was put.
    /// Throws what `failure` holds.
    void add_to(loop_report& whole) const;
};

/// One thread of a crew.
struct crew_member {
    std::function<void(loop_member&)> work; ///< what it throws, run_crew throws
    std::optional<int> cpu;                 ///< where it runs; anywhere without it
    bool metered = true;                    ///< its usage is reported
};

/// Called on the thread that waits for a crew, about every `period` while the crew is at work. What
/// it does about a crew that does not come to an end is its own affair.
struct crew_watch {
    std::chrono::nanoseconds period = std::chrono::seconds(1);
    std::function<void()> look{};
    /// How long members may go on after one has failed.
    std::chrono::nanoseconds patience = std::chrono::seconds(10);
};

/// Runs each member on a thread of its own, placed, and started together, and returns when all have
/// ended; no thread ends before all have worked. If the system refuses one of the threads, its CPU
/// or a reading of its usage, none of them works. Throws what a member has failed with, and
/// std::system_error. Where members are still at work long after one has failed, nothing can end
/// them: then the program ends with exit code 3 and a line that says why.
loop_report run_crew(const std::vector<crew_member>& members, const crew_watch& watch = {});

/// The two sides of an event, for example a sleeper and its waker.
struct pair_work {
    std::function<void(loop_member&)> metered; ///< the one whose usage is reported
    std::function<void(loop_member&)> other;   ///< its time goes into waiting for the moment
};

/// Runs each side on a thread of its own, placed as `where` says and started together, and returns
/// when both have ended. If the system refuses the second thread, neither side runs. Throws what
/// either of them has failed with.
inline loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    return run_crew({{work.metered, where.cpu_of(0), true}, {work.other, where.cpu_of(1), false}});
}

} // namespace tollgate::measure
