// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler.hpp"

#include <tollgate/cli/program.hpp>

#include <cstdint>
#include <string>

namespace tollgate::fiber_test {

/// Every case for these options: a new one is one line in the table of cases.cpp and one loop
/// beside it. Throws machine_refused when so many fibers do not fit into memory. Starts nothing.
[[nodiscard]] cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine);

[[nodiscard]] std::string yield_name(scheduler which, std::uint64_t fibers);

} // namespace tollgate::fiber_test
