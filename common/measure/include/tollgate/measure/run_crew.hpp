// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_member.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace tollgate::measure {

/// One thread of a crew.
struct crew_member {
    std::function<void(loop_member&)> work; ///< does not throw
    std::optional<int> cpu;                 ///< where it runs; anywhere without it
    bool metered = true;                    ///< its usage is reported
};

/// Called on the thread that waits for a crew, about every `period` while the crew is at work. What
/// it does about a crew that does not come to an end is its own affair.
struct crew_watch {
    std::chrono::nanoseconds period = std::chrono::seconds(1);
    std::function<void()> look;
};

/// Runs each member on a thread of its own, placed, and started together, and returns when all have
/// ended; no thread ends before all have worked. If the system refuses one of the threads, none of
/// them works. Throws what a member has failed with, and std::system_error.
loop_report run_crew(const std::vector<crew_member>& members, const crew_watch& watch = {});

} // namespace tollgate::measure
