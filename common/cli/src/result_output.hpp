// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "signals.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>

#include <string>

namespace tollgate::cli {

/// Finds out before a long run whether each file that the user wants can be written. Throws as
/// expect_writable does.
void expect_all_writable(const options& chosen);

/// Writes the files and prints the result. If one cannot be written, it throws when all else is
/// out. A run that was ended before it measured anything leaves old files alone. Once the files are
/// there, a signal ends the program at once: a reader of its output may take any time.
void put_out(const program& what, const report::result& found, const options& chosen,
             signals& watch);

/// For --list. Pure.
[[nodiscard]] std::string listing(const run::case_list& all);

} // namespace tollgate::cli
