// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>

#include <vector>

namespace tollgate::fiber_test {

/// ./testFiber as a value: its options, its cases, its words.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

} // namespace tollgate::fiber_test
