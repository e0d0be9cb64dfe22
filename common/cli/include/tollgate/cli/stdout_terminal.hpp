// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/report/terminal.hpp>

namespace tollgate::cli {

/// The terminal of stdout: its width, and colours unless the variable NO_COLOR is set and not
/// empty or TERM is "dumb". If stdout is no terminal: 100 columns and no colours.
///
///     cli::write_stdout(report::coloured("yes", report::colour::good, cli::stdout_terminal()));
[[nodiscard]] report::terminal stdout_terminal();

} // namespace tollgate::cli
