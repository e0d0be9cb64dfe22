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

/// Those that were asked for, or all. `mixed` belongs to all of a machine with several kinds of
/// core alone.
[[nodiscard]] std::vector<cpu::placement> asked_placements(const cli::options& chosen,
                                                           const cpu::topology& machine);

/// The same in the order of a table: `same` first, because the first case is measured against
/// itself and the scheduler's choices in `free`, which is the last, would only widen that.
[[nodiscard]] std::vector<cpu::placement> ordered_placements(const cli::options& chosen,
                                                             const cpu::topology& machine);

/// Those that were asked for. If none were, the nearest way between two CPUs that this machine has,
/// and before it one CPU for both, unless `apart_alone` or there are no two.
[[nodiscard]] std::vector<cpu::placement>
near_placements(const cli::options& chosen, const cpu::topology& machine, bool apart_alone);

/// For one thread; anywhere if it cannot be pinned.
[[nodiscard]] cpu::assignment one_cpu(const cpu::topology& machine);

/// How long threads that share a CPU settle. Those that the kernel's scheduler has just met hand
/// over up to a quarter faster than later, on Linux 6: among 4 threads for 5 ms, 8 for 9 ms, 64 for
/// 40 ms. Hence 4 ms and 0.6 ms for each thread; the most is 100 ms, for rings of which a few laps
/// take longer than that.
[[nodiscard]] std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads);

} // namespace tollgate::bench
