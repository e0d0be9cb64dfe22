// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crew_event.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tollgate::liveness_test {

/// What a crew is asked for.
enum class asked_of_crew {
    cost,      ///< what its calls cost a thread: its CPU time
    throughput ///< from one call to the next, whichever thread's: the time that all needed
};

/// The length of such an event in the probe's counts. CPU time is counted in ns: by how many of the
/// probe's counts a ns is, the threads' own stamps tell. Pure.
[[nodiscard]] std::int64_t length_of(const std::vector<crew_share>& shares, asked_of_crew what);

/// So many calls for each of so many threads that all of them need about 30 ms of CPU time, and
/// none more than 200 us, if one takes about so long: a multiple of 64. Pure.
[[nodiscard]] std::uint64_t calls_each(std::size_t threads, double about_ns);

} // namespace tollgate::liveness_test
