// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "screen.hpp"

#include <vector>

namespace tollgate::cost_sheet {

/// The run of a file that has both, if it compared them, may have seen no difference. Then false.
[[nodiscard]] bool run_tells(const sheet& all, const screen_line& one, const screen_line& other);

/// How many times the cheapest of these that stand for a case alone, or that it is a tie. Nothing
/// if another one, that was not measured well enough to say so, may well be cheaper.
void rank(const sheet& all, std::vector<screen_line*> lines);

} // namespace tollgate::cost_sheet
