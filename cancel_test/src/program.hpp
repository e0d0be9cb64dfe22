// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/result.hpp>

#include <string>

namespace tollgate::cancel_test {

/// ./testCancel as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// The four questions of rethread's benchmark (2016), with what it published for another machine,
/// and what this run says of tollgate and of std::stop_token. Only what was measured; empty if
/// nothing of it was.
[[nodiscard]] std::string ancestor_table(const report::result& seen);

} // namespace tollgate::cancel_test
