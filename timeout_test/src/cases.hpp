// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/options.hpp>
#include <tollgate/cli/program.hpp>
#include <tollgate/cpu/topology.hpp>

namespace tollgate::timeout_test {

/// Every case for these options. Starts nothing.
[[nodiscard]] cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine);

} // namespace tollgate::timeout_test
