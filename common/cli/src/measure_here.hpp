// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/report/result.hpp>

#include <chrono>

namespace tollgate::cli {

/// How long a run may take and since when.
struct time_budget {
    std::chrono::steady_clock::time_point start;
    double seconds = 0;
    double seconds_after = 0; ///< of what follows, for the line of progress
};

/// Measures the cases: in this process calibration, the classical run if its case is among them,
/// and first look; each pass in a process of its own, or here if there is one alone.
/// `selected.cases` is not empty.
[[nodiscard]] report::result measure_here(const program& what, const options& chosen,
                                          const case_list& selected, const cpu::topology& machine,
                                          const time_budget& budget, signals& watch);

/// Does the pass that standard input orders, and writes on standard output what it measured. Throws
/// usage_error if nothing of the kind is ordered.
void measure_one_pass(const case_list& selected, const cpu::topology& machine, signals& watch);

} // namespace tollgate::cli
