// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::queue_test {

/// Every case for these options; a new queue is a line in the file of its origin, *_cases.cpp.
/// Starts nothing. Throws usage_error.
[[nodiscard]] cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine);

} // namespace tollgate::queue_test
