// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "statement.hpp"

#include <tollgate/report/terminal.hpp>

#include <string>
#include <vector>

namespace tollgate::bill {

/// The statement for a terminal: the totals, what would save, where the CPU time goes, remarks. It
/// has at most 40 lines, and no line is longer than the terminal's columns; 40 columns are the
/// fewest. What does not fit is left out in this order, and a line says how much: stacks, entries
/// beyond the first three, savings beyond the first. With SIZE_MAX columns nothing is left out. All
/// texts are printable, whatever the names of threads contain. Pure.
[[nodiscard]] std::string screen_of(const statement& bill, const report::terminal& on);

/// The line before the observation begins: "bill: observing redis-server (1234) for 10 s; Ctrl-C
/// ends it earlier". Pure.
[[nodiscard]] std::string first_line(const std::vector<std::string>& processes, double seconds);

} // namespace tollgate::bill
