// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// What is wrong with a program's quick choice on machines of one CPU, of two cores and of two
/// sockets, a line each; empty when all is well. It leaves from 5 to 30 cases and not all, the
/// first among them, against which the noise floor is measured, and with each case the one that it
/// is compared with.
[[nodiscard]] std::vector<std::string> wrong_in_quick_choice(const cli::program& what);

} // namespace tollgate::faults
