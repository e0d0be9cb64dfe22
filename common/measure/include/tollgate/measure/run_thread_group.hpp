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

/// One thread of a measured loop: its CPU, and its report at the end.
///
/// - *Threads*: it belongs to its thread, and to the joining thread after the join.
struct loop_member {
    loop_report report;         ///< the report of this thread alone
    std::exception_ptr failure; ///< null if the thread has not failed

    /// Moves the calling thread to that CPU, if there is one. A refusal is kept in `failure`, so
    /// that the thread can reach the start line nevertheless.
    void place(std::optional<int> cpu) noexcept;

    /// Adds the report of this thread to the loop's report, and whether the thread stayed on its
    /// CPU. Throws the exception in `failure`.
    void add_to(loop_report& whole) const;
};

/// The work of one thread of a thread group.
struct group_member {
    std::function<void(loop_member&)> work; ///< run_thread_group throws its exceptions
    std::optional<int> cpu;                 ///< where it runs; absent: anywhere
    bool metered = true;                    ///< its usage is reported
};

/// The duties of the thread that waits for a thread group.
struct group_watch {
    std::chrono::nanoseconds period = std::chrono::seconds(1); ///< between two calls of `look`
    /// Called while the thread group is at work. It decides what to do about a thread group that
    /// does not come to an end.
    std::function<void()> on_period{};
    /// How long members may continue after a member has failed.
    std::chrono::nanoseconds grace_period = std::chrono::seconds(10);
};

/// Runs each member on its own thread, and returns when all have ended.
///
///     using namespace tollgate::measure;
///     const auto ping = [](loop_member& member) { member.report.probe_calls = {1}; };
///     const auto pong = [](loop_member& member) { member.report.probe_calls = {1}; };
///     const loop_report report = run_thread_group({{ping, 0}, {pong, 1}}); // on CPUs 0 and 1
///
/// The threads are placed, and then started together. No thread ends before all have worked. If the
/// system refuses a thread, its CPU or a reading of its usage, no member works.
///
/// - *Exceptions*: those of the members; std::system_error. If members are still at work
///   `watch.grace_period` after a member has failed, nothing can end them: then the program ends
///   with exit code 3 and a line that says why.
loop_report run_thread_group(const std::vector<group_member>& members,
                             const group_watch& watch = {});

/// The two sides of an event, for example a sleeper and its waker.
struct pair_work {
    std::function<void(loop_member&)> metered; ///< the side whose usage is reported
    std::function<void(loop_member&)> other;   ///< spends its time waiting for the moment
};

/// Runs each side on its own thread, placed as `where` says, and returns when both have ended. The
/// threads start together. If the system refuses the second thread, neither side works. Throws the
/// exceptions of both sides.
inline loop_report run_pair(const cpu::assignment& where, const pair_work& work) {
    return run_thread_group(
        {{work.metered, where.cpu_of(0), true}, {work.other, where.cpu_of(1), false}});
}

} // namespace tollgate::measure
