// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "signals.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/run/case_list.hpp>

#include <string>

namespace tollgate::cli {

/// Checks before a long run that all wanted files can be written. Throws like expect_writable.
void expect_all_writable(const options& chosen);

/// Writes the files and prints the result. If a file cannot be written, the exception is thrown
/// after all other output. A run that ended before it measured anything does not replace old files.
/// After the files are written, a signal ends the program at once, because a reader of stdout may
/// be slow.
void put_out(const program& description, const report::result& result, const options& chosen,
             signals& watch);

/// The text of --list. Pure.
[[nodiscard]] std::string listing(const run::case_list& all);

} // namespace tollgate::cli
