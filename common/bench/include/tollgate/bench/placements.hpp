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

/// Returns the placements that the option --placement names. Without the option, returns all
/// placements, but `mixed` only on a machine with several kinds of core.
[[nodiscard]] std::vector<cpu::placement> chosen_placements(const cli::options& chosen,
                                                            const cpu::topology& machine);

/// Returns the result of `chosen_placements` in the order of a table, with `free` last. The reason:
/// for the noise floor, the first case of the table is compared with itself. With `free`, the
/// scheduler of the system chooses the CPUs, which would widen the interval of this comparison.
[[nodiscard]] std::vector<cpu::placement> ordered_placements(const cli::options& chosen,
                                                             const cpu::topology& machine);

/// Returns the placements that the option --placement names. Without the option, returns two
/// placements: `same`, which is a single CPU, and the placement of the nearest two CPUs of this
/// machine. If `apart_alone` is true, the result does not have `same`. On a machine with a single
/// CPU, the result is always `same`.
[[nodiscard]] std::vector<cpu::placement>
near_placements(const cli::options& chosen, const cpu::topology& machine, bool apart_alone);

/// Returns the CPU for a case with a single thread. If threads cannot be pinned, the assignment is
/// `free` and has no CPU.
[[nodiscard]] cpu::assignment one_cpu(const cpu::topology& machine);

/// Returns the time until a hand-over between threads on a shared CPU has a constant cost. On Linux
/// 6, new threads hand over up to a quarter faster than after some time. This phase lasts 5 ms with
/// 4 threads, 9 ms with 8 threads, and 40 ms with 64 threads. The result is 4 ms plus 0.6 ms for
/// each thread, but at most 100 ms. With more than 160 threads, a few hand-overs of each thread
/// take longer than 100 ms.
[[nodiscard]] std::chrono::nanoseconds settling_on_one_cpu(std::size_t threads);

} // namespace tollgate::bench
