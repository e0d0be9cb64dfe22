// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

namespace tollgate::bill {

/// What was seen between two readings of one source: the counts of `now` minus those of `before`.
/// Threads and places with no new event are left out. Pure.
[[nodiscard]] observation since(const observation& before, observation now);

/// Joins what both sources saw: the threads of /proc, whose counts are the kernel's own, and the
/// waits and calls of the events. Events are counted for a part of the time only. Their counts are
/// scaled to the whole time, and by `undisturbed`: how much more often threads wait while nothing
/// is counted. `counted_waits` are the waits that the kernel itself counted in the time of the
/// events. If the events are not the same within one per cent, a remark says so. A thread that
/// /proc missed, because it was short, has the counts of the events. Pure.
[[nodiscard]] observation joined(observation from_proc, observation from_events,
                                 std::uint64_t counted_waits, double undisturbed);

} // namespace tollgate::bill
