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
};

/// Measures the cases in this process: calibration, the classical run if its case is among them,
/// first look, rounds. `selected.cases` is not empty.
[[nodiscard]] report::result measure_here(const program& what, const options& chosen,
                                          const case_list& selected, const cpu::topology& machine,
                                          const time_budget& budget, signals& watch);

} // namespace tollgate::cli
