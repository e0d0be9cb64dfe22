// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cli/signals.hpp>
#include <tollgate/report/result.hpp>

namespace tollgate::cli {

/// Runs this program `chosen.processes` times, one after the other, each at an address layout of
/// its own and with an environment of another size (which moves the stack; Mytkowicz et al.,
/// Producing wrong data without doing anything obviously wrong, ASPLOS 2009), and merges what they
/// measured. An interrupt is handed on to the running one. Throws machine_refused if one of them
/// ends without a result.
[[nodiscard]] report::result measure_in_processes(const program& what, const options& chosen,
                                                  signals& watch);

} // namespace tollgate::cli
