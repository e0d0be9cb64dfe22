// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::testing {

/// Runs a case briefly in each way in which a program can run the case. Returns a line for each
/// failed self-check, with the name of the case and the name of the clock.
///
///     // 1: the operations until each thread has done one; 1: the number of threads
///     const auto empty_case = measure::make_case("a/b", "nothing", 1, 1, [](auto& probe) {
///         std::uint64_t done = 0;
///         while (probe.keep_running(done)) { ++done; }
///         return measure::loop_report{.probe_calls = {done + 1}};
///     });
///     const std::vector<std::string> mistakes = testing::rehearse(empty_case);
///
/// - *Threads*: runs on the calling thread.
/// - *Exceptions*: the exceptions of the loop.
/// - *Cost*: with each clock, one batch and one clock-pair run (which reads the clock before and
///   after each operation). The batch times groups of several sizes. A case of events does only a
///   few events, because events take long.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& rehearsed_case);

// Design: if the only mistake of a batch or clock-pair run is an interval between two clock
// readings that ends before it begins, the batch or run is repeated, up to three times in all. The
// reason is that a host can move a virtual CPU to a processor whose counter is behind the counters
// of other processors. A difference of 60 ns was observed. With this difference, one hand-off in a
// thousand seems to end before it begins. In contrast, a loop that reads the clock too early makes
// the mistake every time.

} // namespace tollgate::testing
