// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

#include <chrono>
#include <cstdint>
#include <map>

namespace tollgate::bill {

/// The duration in ns. At least 1, so that what happens in a second is a number. Pure.
[[nodiscard]] double ns_of(const observation& seen);

/// The observation between two readings of one source: the counts of `now` minus those of `before`.
/// Places with no new event are left out, and threads that had ended. Pure.
[[nodiscard]] observation since(const observation& before, observation now);

/// The counts of the kernel itself.
struct kernel_counts {
    /// Of each thread that did not end, in the time in which events were counted.
    std::map<thread_id, std::uint64_t> waits{};
    std::chrono::nanoseconds unsure{}; ///< by how much these times may differ
    double undisturbed = 1; ///< how much more often threads wait while events are not counted
};

/// Joins what both sources saw: the threads of /proc, whose counts are the kernel's own, and the
/// waits and calls of the events. If these differ by more than one per cent from what the kernel
/// counted, a remark says so. A thread that /proc missed, because it was short, has the counts of
/// the events. Pure.
[[nodiscard]] observation joined(observation from_proc, observation from_events,
                                 const kernel_counts& kernel);

/// Scales waits and calls from the time in which they were counted to the whole time, and to
/// processes that are not disturbed by the counting. A remark says if that matters. Differences are
/// taken before. Pure.
[[nodiscard]] observation over_whole_time(observation seen);

} // namespace tollgate::bill
