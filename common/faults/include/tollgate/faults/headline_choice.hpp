// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

#include <string>
#include <vector>

namespace tollgate::faults {

/// What is wrong with a program's headline cases on machines of one CPU, of two cores and of two
/// sockets, a line each; empty when all is well. They are from 8 to 12, on one CPU from 5 to 12,
/// because there is no other CPU, and not all. Cases of the same on each CPU count as one. The
/// first case is among them, because the noise floor is measured against it, and with each case the
/// one that it is compared with.
[[nodiscard]] std::vector<std::string> wrong_in_headline_choice(const cli::program& what);

} // namespace tollgate::faults
