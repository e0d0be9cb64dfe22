// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::liveness_test {

/// ./testLiveness as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// The benchmarks of the thread liveness monitor that this one goes back to, in its shape: what was
/// measured of them on this machine. Empty if nothing was.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

/// How many freezes were reported within two periods of their timeout, a line for each case of
/// them; empty without any.
[[nodiscard]] std::string detection_text(const report::result& seen);

} // namespace tollgate::liveness_test
