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

/// The record of one thread of a measured loop: the thread's report, or its failure.
///
/// - *Threads*: the object belongs to its thread. After the join, the object belongs to the joining
///   thread.
struct loop_member {
    loop_report report;         ///< the report of this thread only
    std::exception_ptr failure; ///< the exception of this thread; null: the thread has not failed

    /// Moves the calling thread to `cpu` if `cpu` is present. If the system refuses the move,
    /// `failure` stores the exception, and the thread can still wait for the common start.
    void place(std::optional<int> cpu) noexcept;

    /// Adds the report of this thread to the report of the loop. If the thread left its CPU, adds a
    /// failed self-check. Throws the exception in `failure`.
    void add_to(loop_report& whole) const;
};

/// The work of one thread of a thread group.
struct group_member {
    /// The function that the thread calls. run_thread_group throws the exceptions of this function.
    std::function<void(loop_member&)> work;
    std::optional<int> cpu; ///< the CPU of the thread; absent: any CPU
    bool metered = true;    ///< whether the thread's CPU time and switches are reported
};

/// What the calling thread does while it waits for a thread group.
struct group_watch {
    /// The time between two calls of `on_period`.
    std::chrono::nanoseconds period = std::chrono::seconds(1);
    /// Called again and again while the thread group works. The function decides what to do about a
    /// thread group that does not end.
    std::function<void()> on_period{};
    /// The time for which members may continue after a member has failed.
    std::chrono::nanoseconds grace_period = std::chrono::seconds(10);
};

/// Runs each member on its own thread, and returns when all threads have ended.
///
///     using namespace tollgate::measure;
///     const auto ping = [](loop_member& member) { member.report.probe_calls = {1}; };
///     const auto pong = [](loop_member& member) { member.report.probe_calls = {1}; };
///     const loop_report report = run_thread_group({{ping, 0}, {pong, 1}}); // on CPUs 0 and 1
///
/// Each thread is moved to its CPU. Then the work starts on all threads together. No thread ends
/// before all threads have finished their work. If the system refuses a thread, the CPU of a
/// thread, or a reading of its usage, no member works.
///
/// - *Exceptions*: the exception of a member that has failed (of the first such member in
///   `members`); std::system_error. If a member has failed, and other members still work after
///   `watch.grace_period`, nothing can end these members. Then the program ends with exit code 3,
///   and prints a line with the reason.
loop_report run_thread_group(const std::vector<group_member>& members,
                             const group_watch& watch = {});

/// The two sides of an event, for example a sleeper and its waker.
struct pair_work {
    std::function<void(loop_member&)> metered; ///< the side whose usage is reported
    std::function<void(loop_member&)> other;   ///< the side that mostly waits for the right moment
};

/// Runs each side on its own thread, on the CPUs of `where`, and returns when both threads have
/// ended. The sides start together. If the system refuses the second thread, neither side works.
/// If a side throws an exception, run_pair throws this exception; if both sides throw, the
/// exception of `metered`.
inline loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    return run_thread_group(
        {{work.metered, where.cpu_of(0), true}, {work.other, where.cpu_of(1), false}});
}

} // namespace tollgate::measure
