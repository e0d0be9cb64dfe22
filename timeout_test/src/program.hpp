// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::timeout_test {

/// ./testTimeout as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// A group of the ancestor's a row, a clock a column: the ratio to the baseline, the time, how far
/// that is uncertain, messages per second. One for each implementation and each place. Empty if
/// nothing was measured for it. Pure.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

/// What a receive was counted to take: clock readings, operations of the timers' queue, passes of
/// the dispatcher. Empty if nothing was counted. Pure.
[[nodiscard]] std::string counts_table(const report::result& seen);

} // namespace tollgate::timeout_test
