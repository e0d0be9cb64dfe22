// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::queue_test {

/// ./testQueue as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::queue_test
