// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <tollgate/report/result.hpp>

#include <vector>

namespace tollgate::bill {

/// The statement as the result of a run, which `costSheet --compare` can compare with that of
/// another day. Each slice of the observation is a pass, so that the intervals show how much the
/// slices differ. They do not contain the errors of the prices.
///
/// The unit of work is one second observed. The cases are
/// - `bill/cpu`: the CPU time of a second, with its switches;
/// - `bill/waiting`: the part of it that waits, wake-ups and calls cost;
/// - `bill/runnable`: the time in which threads could run and waited for a CPU;
/// - `bill/entry/threads:NAME/event:EVENT`: the CPU time of all events of this name. In NAME, a
/// star
///   stands for each number, because the numbers of threads differ from run to run.
///
/// An event without a price is an unavailable case. The notes have the prices, the savings and the
/// remarks. `reference_ns` are the times of reference loops: one before the first slice and one
/// after each slice. Without them, `costSheet --compare` cannot tell a slower machine from a more
/// expensive process, and gives no verdict. Pure.
[[nodiscard]] report::result result_of(const std::vector<statement>& slices, const statement& whole,
                                       report::context about,
                                       const std::vector<double>& reference_ns = {});

} // namespace tollgate::bill
