// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>

namespace tollgate::queue_test {

/// The description of ./testQueue: its options, its cases, its texts.
[[nodiscard]] cli::program describe_program();

} // namespace tollgate::queue_test
