// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/exit_code.hpp>

#include <functional>
#include <string>

namespace tollgate::cli {

/// Runs a program's work and turns what it throws into one line on stderr and an exit code: the
/// only place where exceptions are caught. usage_error: 2; failed_proof: 1; anything else, all of
/// it the machine's doing: 3.
[[nodiscard]] int guard(const std::string& program, const std::function<exit_code()>& work);

} // namespace tollgate::cli
