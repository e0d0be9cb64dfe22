// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/case_table.hpp>
#include <tollgate/cli/program.hpp>

namespace tollgate::noise_test {

/// What the machine takes from a thread on each of some CPUs, and with a neighbour.
void add_taken(bench::case_table& to);

/// Lateness of a periodic wake-up, and the parts of a wake-up by themselves.
void add_budgets(bench::case_table& to);

/// ./testNoise as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::noise_test
