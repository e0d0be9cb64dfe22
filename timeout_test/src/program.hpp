// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::timeout_test {

/// ./testTimeout as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::timeout_test
