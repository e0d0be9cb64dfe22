// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::queue_test {

/// ./testQueue as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// What one hand-off costs, and what it costs the CPUs: a table for each kind, shape and placement,
/// the cheapest queue first.
[[nodiscard]] std::string hand_off_table(const report::result& seen);

} // namespace tollgate::queue_test
