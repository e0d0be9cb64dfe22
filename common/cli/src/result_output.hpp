// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "signals.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>
#include <tollgate/report/result.hpp>
#include <tollgate/report/terminal.hpp>
#include <tollgate/run/case_list.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cli {

/// Checks before a long run that all wanted files can be written; if there are none, that stdout is
/// open. Throws like expect_writable, or a system_error.
void expect_all_writable(const options& chosen);

/// Writes the files and prints the result. If a file cannot be written, the exception is thrown
/// after all other output. A run that ended before it measured anything does not replace old files.
/// After the files are written, a signal ends the program at once, because a reader of stdout may
/// be slow. `machine` is the machine on which the program measured.
void put_out(const program& description, const report::result& result, const options& chosen,
             const cpu::topology& machine, signals& watch);

/// The terminal of stdout, with at most 100 columns; with any number of columns if `wide` is true.
[[nodiscard]] report::terminal output_terminal(bool wide);

/// The text of --list: the name of each case, its words if it has words, and its unit of work.
/// Lines are broken at `columns`, except for names. Pure.
[[nodiscard]] std::string listing(const run::case_list& all,
                                  const std::vector<report::case_words>& words = {},
                                  std::size_t columns = report::terminal{}.columns);

} // namespace tollgate::cli
