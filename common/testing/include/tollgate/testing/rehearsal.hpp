// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/measured_case.hpp>

#include <string>
#include <vector>

namespace tollgate::testing {

/// Runs a case briefly in each way in which a program may run it, and returns the failed
/// self-checks: a line each, with the names of the case and of the clock.
///
///     const auto empty_case = measure::make_case("a/b", "nothing", 1, 1, [](auto& probe) {
///         std::uint64_t done = 0;
///         while (probe.keep_running(done)) { ++done; }
///         return measure::loop_report{.probe_calls = {done + 1}};
///     });
///     const std::vector<std::string> mistakes = testing::rehearse(empty_case);
///
/// - *Threads*: runs on the calling thread.
/// - *Exceptions*: those of the loop.
/// - *Cost*: a loop runs with each clock, with groups of several sizes, and in the clock-pair run.
///   Of events only a few are done, because they take long.
[[nodiscard]] std::vector<std::string> rehearse(const measure::measured_case& rehearsed_case);

// Design: a run whose only mistake is that intervals end before they begin is repeated, up to three
// runs in all. A host can move a virtual CPU to a processor whose counter is behind: 60 ns behind
// its neighbour was observed. Then one hand-off in a thousand seems to end before it begins. A time
// stamp that is taken too early does so in every run.

} // namespace tollgate::testing
