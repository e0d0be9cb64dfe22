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

/// The placements that --placement names. Without that option: all placements. `mixed` belongs to
/// all placements only on a machine with several kinds of core.
[[nodiscard]] std::vector<cpu::placement> chosen_placements(const cli::options& chosen,
                                                            const cpu::topology& machine);

/// The result of `chosen_placements` in the order of a table, with `free` last. The first case is
/// measured against itself for the noise floor. In `free`, the scheduler's choices would widen the
/// interval of that comparison.
[[nodiscard]] std::vector<cpu::placement> ordered_placements(const cli::options& chosen,
                                                             const cpu::topology& machine);

/// The placements that --placement names. Without that option: a single CPU (`same`) and the
/// nearest two CPUs of this machine. `apart_alone` leaves out `same`. On a machine with a single
/// CPU the result is always `same`.
[[nodiscard]] std::vector<cpu::placement>
near_placements(const cli::options& chosen, const cpu::topology& machine, bool apart_alone);

/// The CPU for a case with a single thread. The assignment is free if threads cannot be pinned.
[[nodiscard]] cpu::assignment one_cpu(const cpu::topology& machine);

/// The time until hand-overs between threads on a shared CPU have a constant cost. On Linux 6, new
/// threads hand over up to a quarter faster than later. This phase lasts 5 ms with 4 threads, 9 ms
/// with 8 threads, and 40 ms with 64 threads. The result is 4 ms plus 0.6 ms for each thread, but
/// at most 100 ms: a few laps of a large ring take longer than that.
[[nodiscard]] std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads);

} // namespace tollgate::bench
