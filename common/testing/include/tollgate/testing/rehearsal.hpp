// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::testing {

/// Runs a case briefly in each way in which a program can run the case. Returns a line for each
/// failed self-check, with the name of the case and the name of the clock.
///
///     // 1, 1: one thread, which is the only member of the loop; each lap is one operation
///     const auto empty_case = measure::make_case("a/b", "nothing", 1, 1, [](auto& probe) {
///         std::uint64_t done = 0;
///         while (probe.keep_running(done)) { ++done; }
///         return measure::loop_report{.probe_calls = {done + 1}};
///     });
///     const std::vector<std::string> mistakes = testing::rehearse(empty_case);
///
/// - *Threads*: runs on the calling thread.
/// - *Exceptions*: the exceptions of the loop.
/// - *Cost*: with each clock, one batch and one clock-pair run. The batch times groups of 1 to 40
///   operations. A case of events does only a few events, because events take long.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& rehearsed_case);

// Design: if the only mistake of a run is an interval that ends before it begins, the run is
// repeated, up to three runs. The reason is that a host can move a virtual CPU to a processor whose
// counter is behind the counters of other processors. A difference of 60 ns was observed. With this
// difference, one hand-off in a thousand seems to end before it begins. In contrast, a loop that
// takes a time stamp too early makes the mistake in every run.

} // namespace tollgate::testing
