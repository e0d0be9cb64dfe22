// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/cpu/placement.hpp>
#include <tollgate/cpu/topology.hpp>

#include <chrono>
#include <cstddef>
#include <vector>

namespace tollgate::bench {

/// The placements of --placement, or all. `mixed` is one of all only on a machine with several
/// kinds of core.
[[nodiscard]] std::vector<cpu::placement> chosen_placements(const cli::options& chosen,
                                                            const cpu::topology& machine);

/// The same in the order of a table, with `free` last. The first case is measured against itself,
/// and the scheduler's choices in `free` would widen that interval.
[[nodiscard]] std::vector<cpu::placement> ordered_placements(const cli::options& chosen,
                                                             const cpu::topology& machine);

/// The placements of --placement. Without that option: a single CPU (`same`), unless `apart_alone`,
/// and the nearest two CPUs of this machine. On a machine of a single CPU always `same`.
[[nodiscard]] std::vector<cpu::placement>
near_placements(const cli::options& chosen, const cpu::topology& machine, bool apart_alone);

/// The CPU for a case of a single thread; free if threads cannot be pinned.
[[nodiscard]] cpu::assignment one_cpu(const cpu::topology& machine);

/// The time that threads on a shared CPU need to settle. On Linux 6, new threads hand over up to a
/// quarter faster than later: 4 threads for 5 ms, 8 for 9 ms, 64 for 40 ms. Hence the time is 4 ms
/// and 0.6 ms for each thread, but at most 100 ms, because a few laps of a large ring take longer.
[[nodiscard]] std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads);

} // namespace tollgate::bench
