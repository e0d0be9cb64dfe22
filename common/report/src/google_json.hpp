// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "archive.hpp"

#include <tollgate/report/result.hpp>

namespace tollgate::report {

/// The text of a file: an entry a line, so that two files can be told apart by lines. What is not
/// UTF-8 is replaced.
[[nodiscard]] std::string text_of(const json& whole, letters in = letters::utf8);

/// Google Benchmark's `context`, and its `benchmarks`: entries of the passes of a case, then its
/// aggregates.
[[nodiscard]] json google_context(const context& about);
[[nodiscard]] json google_benchmarks(const result& seen);

/// The result in a file of another program; throws unreadable_result.
[[nodiscard]] result read_foreign(const read_value& whole_file);

} // namespace tollgate::report
