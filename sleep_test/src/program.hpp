// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::sleep_test {

/// ./testSleep as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// Means over the time slice, interrupted and timed out, a column for each sleeper, in µs: what the
/// benchmark prints that asked this question first. Empty if nothing was measured for it. Pure.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

} // namespace tollgate::sleep_test
