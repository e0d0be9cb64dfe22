// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "../sheet.hpp"
#include "lines.hpp"
#include "screen.hpp"

#include <optional>

namespace tollgate::cost_sheet {

/// Whether a line may stand on it: it was measured, and its work and that of its run was proven.
[[nodiscard]] bool counts(const sheet& all, const sheet_case& one);

/// The line that a rule makes of a sheet; nothing if no file says anything of its cases. A pattern
/// of which there are several cases that differ in a number is none: a sweep has no one answer. A
/// rule may say that its first case is meant. Pure.
[[nodiscard]] std::optional<screen_line> line_of(const sheet& all, const line_rule& rule);

} // namespace tollgate::cost_sheet
