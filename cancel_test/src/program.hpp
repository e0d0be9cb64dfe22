// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::cancel_test {

[[nodiscard]] cli::program describe_program();

} // namespace tollgate::cancel_test
