// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/session.hpp>
#include <tollgate/run/errors.hpp>
#include <tollgate/run/run.hpp>

#include <optional>

namespace tollgate::run {

/// The process of a pass ended without a whole result, or with another exit code than 0.
struct lost_pass : machine_refused {
    using machine_refused::machine_refused;
};

/// Runs one pass in a process of its own: this program again, at an address layout of its own and
/// with an environment of another size (which moves the stack; Mytkowicz et al., Producing wrong
/// data without doing anything obviously wrong, ASPLOS 2009). It reads on its standard input what
/// to do, and writes what it measured on its standard output. An interrupt is handed on to it; then
/// there may be no result. `asked.processes` is there. Throws lost_pass, or failed_proof if its
/// exit code is 1. A pass whose run is gone ends with its batch.
[[nodiscard]] std::optional<measure::pass> run_in_process(const measure::pass_order& order,
                                                          const measure::calibration& clock,
                                                          const request& asked);

} // namespace tollgate::run
