// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "matrix_plan.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace tollgate::thread_test {

/// The pairs of a result. The cost is absent if the pair has no round.
using pair_costs = std::map<cpu_pair, std::optional<measure::estimate>>;
[[nodiscard]] pair_costs pairs_of(const report::result& run);

/// The ± as a share of the cost; 0 if there is no ±.
[[nodiscard]] double unsure_share(const measure::estimate& cost);

/// A latency in ns, with three digits: "9.87", "39.1", "212".
[[nodiscard]] std::string latency_text(double ns);

/// The matrix of --matrix as text: a triangle with a figure for each pair of up to 16 CPUs, or a
/// table of groups for more CPUs and for narrow terminals. Then what the figures are, the largest
/// ±, and why pairs are missing. The text leaves to others what own_flag::overview leaves to them.
/// `machine` has the CPUs that the run was allowed to use, `cpus_of_machine` counts all. Pure.
[[nodiscard]] std::string matrix_text(const report::result& run, const cpu::topology& machine,
                                      std::size_t cpus_of_machine, std::size_t columns);

/// The matrix as CSV, for a spreadsheet: the row is the first CPU of a pair, the column the second.
/// The cell of a pair without a figure is empty. Two columns follow: the second CPUs of the pairs
/// whose figures are not sure, and the state ("complete" or "partial"). Pure.
[[nodiscard]] std::string matrix_csv(const report::result& run);

} // namespace tollgate::thread_test
