// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "observation.hpp"

namespace tollgate::bill {

/// The duration in ns. At least 1, so that what happens in a second is a number. Pure.
[[nodiscard]] double ns_of(const observation& seen);

/// What was seen between two readings of one source: the counts of `now` minus those of `before`.
/// Threads and places with no new event are left out. Pure.
[[nodiscard]] observation since(const observation& before, observation now);

/// Joins what both sources saw of the same time: the threads of /proc, whose counts are the
/// kernel's own, and the waits and calls of the events. A thread that /proc missed, because it was
/// short, has the counts of the events. If the switches of both differ by more than one per cent, a
/// remark says so. Pure.
[[nodiscard]] observation joined(observation from_proc, observation from_events);

} // namespace tollgate::bill
