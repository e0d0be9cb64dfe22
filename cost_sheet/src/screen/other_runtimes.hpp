// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "screen.hpp"

namespace tollgate::cost_sheet {

/// The guests of a run, by the question that they answer: the cheapest case of each runtime, beside
/// the cheapest of ours at the same placement. Without guests a section without lines. Pure.
[[nodiscard]] screen_section other_runtimes(const sheet& all);

} // namespace tollgate::cost_sheet
