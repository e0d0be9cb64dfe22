// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "matrix_plan.hpp"

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>
#include <tollgate/measure/case_key.hpp>
#include <tollgate/run/case_list.hpp>

namespace tollgate::thread_test {

/// The flag --matrix.
inline constexpr const char* matrix_flag = "matrix";
[[nodiscard]] cli::own_flag describe_matrix();

/// The key of the case of a pair.
[[nodiscard]] measure::case_key key_of_pair(const cpu_pair& pair);

/// A case for each pair of CPUs, as far as the time allows. Empty with a reason if this machine has
/// no pair, or does not let a thread choose its CPU.
[[nodiscard]] run::case_list matrix_cases(const cli::options& chosen, const cpu::topology& machine);

/// The default of --time with --matrix, in seconds.
[[nodiscard]] double matrix_budget_s(const cpu::topology& machine);

} // namespace tollgate::thread_test
