// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "guests.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/report/pass_text.hpp>
#include <tollgate/report/result.hpp>

#include <chrono>
#include <string>
#include <vector>

namespace tollgate::cli {

/// How long a run may take and since when.
struct time_budget {
    std::chrono::steady_clock::time_point start;
    double seconds = 0;
    double seconds_after = 0; ///< of what follows, for the line of progress
};

/// Measures the cases: in this process calibration, the classical run if its case is among them,
/// and first look; each pass in a process of its own, or here if there is one alone.
/// `selected.cases` is not empty. `others`: the guests, which have their seats.
[[nodiscard]] report::result measure_here(const program& what, const options& chosen,
                                          const case_list& selected, const cpu::topology& machine,
                                          const time_budget& budget, signals& watch,
                                          guests& others);

/// The pass that standard input orders this process to do. Throws usage_error if it orders none.
[[nodiscard]] report::ordered_pass ordered_pass();

/// Does the pass that was ordered, and writes on standard output what it measured.
void measure_one_pass(report::ordered_pass ordered, const case_list& selected,
                      const cpu::topology& machine, signals& watch);

} // namespace tollgate::cli
