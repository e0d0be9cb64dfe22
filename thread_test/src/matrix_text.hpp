// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "matrix_plan.hpp"

#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_summary.hpp>
#include <tollgate/report/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::thread_test {

/// A pair of a result. The cost is absent if the pair has no round.
struct pair_cost {
    cpu_pair pair;
    std::optional<measure::estimate> cost;
};

/// The pairs of a result, ascending.
[[nodiscard]] std::vector<pair_cost> pairs_of(const report::result& run);

/// A latency in ns, with three digits: "9.87", "39.1", "212".
[[nodiscard]] std::string latency_text(double ns);

/// The matrix of --matrix as text: a triangle with a figure for each pair of up to 16 CPUs, or a
/// table of groups for more CPUs and for narrow terminals. Then what the figures are, the largest
/// ±, and why pairs are missing. `cpus_of_machine` includes CPUs that are offline or not allowed.
/// Pure.
[[nodiscard]] std::string matrix_text(const report::result& run, const cpu::topology& machine,
                                      std::size_t cpus_of_machine, std::size_t columns);

/// The matrix as CSV, for a spreadsheet: the row is the first CPU of a pair, the column the second.
/// The cell of a pair without a figure is empty. Pure.
[[nodiscard]] std::string matrix_csv(const report::result& run);

} // namespace tollgate::thread_test
