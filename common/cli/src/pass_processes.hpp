// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/measure/run.hpp>
#include <tollgate/report/pass_text.hpp>

#include <functional>
#include <string>
#include <vector>

namespace tollgate::cli {

/// Runs one pass in a process of its own: this program again, at an address layout of its own and
/// with an environment of another size (which moves the stack; Mytkowicz et al., Producing wrong
/// data without doing anything obviously wrong, ASPLOS 2009). It reads on its standard input what
/// to do and the `seats` of guests, and writes what it measured on its standard output. An
/// interrupt is handed on to it. `tick` is called about twice a second meanwhile. Throws
/// machine_refused if the process ends without a whole result or with another exit code than 0,
/// failed_proof if that is 1. A pass whose run is gone ends with its batch.
[[nodiscard]] measure::pass run_in_process(const program& what, const options& chosen,
                                           const measure::pass_order& order,
                                           const measure::calibration& clock, signals& watch,
                                           const std::function<void()>& tick,
                                           std::vector<report::guest_seat> seats = {});

/// All of standard input: what the process of a pass is to do. Throws std::system_error.
[[nodiscard]] std::string read_stdin();

} // namespace tollgate::cli
