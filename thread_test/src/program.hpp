// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::thread_test {

/// ./testThread as a value: its options, cases and texts.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::thread_test
