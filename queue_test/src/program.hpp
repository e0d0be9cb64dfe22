// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cli/program.hpp>
#include <tollgate/report/case_words.hpp>

#include <vector>

namespace tollgate::queue_test {

/// The description of ./testQueue: its options, its cases, its texts.
[[nodiscard]] cli::program describe_program();

/// Words for the headline cases.
[[nodiscard]] std::vector<report::case_words> case_names();

} // namespace tollgate::queue_test
