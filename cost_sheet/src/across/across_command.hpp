// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "across/machines.hpp"
#include "options.hpp"

#include <tollgate/cli/errors.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace tollgate::cost_sheet {

/// How many machines stand side by side; further ones follow in tables of their own, each of which
/// begins with the first machine again, because the ratios are to it.
inline constexpr std::size_t most_columns = 8;

/// Machines side by side: their conditions, and every setting that differs; then a row a case with
/// value and ±, and the ratio to the first machine where they are shown to differ. The cheapest of
/// a row is printed in bold, with all that are not shown to cost more, unless that is every one.
/// Markdown. Pure.
[[nodiscard]] std::string across_text(const std::vector<column>& machines);

/// `--across A B …`: prints machines side by side. Exit code 0; 1 if a proof of work failed in one
/// of the files, whose figures are left out; 3 if one cannot be read, which costs its line on
/// stderr and nothing else.
[[nodiscard]] cli::exit_code lay_across(const options& wanted);

} // namespace tollgate::cost_sheet
