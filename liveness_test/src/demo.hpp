// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/exit_code.hpp>
#include <tollgate/cli/program.hpp>

namespace tollgate::liveness_test {

/// --demo.
[[nodiscard]] cli::own_action demo_action();

/// Lets threads get stuck in three ways at once and prints how they are found, on stdout; takes
/// three to seven seconds. Success if all of them were, each once, and no other.
///
/// Two threads are dead-locked in the end, so the process has to end soon after.
[[nodiscard]] cli::exit_code demonstrate();

} // namespace tollgate::liveness_test
