// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// The figure to seven significant digits, which is finer than any figure here is sure. Figures are
/// rounded where they are made and not where they are written, so that a table, a file and what is
/// concluded from that file later say the same. What is not finite stays as it is. Pure.
[[nodiscard]] double seven_digits(double figure);

} // namespace tollgate::measure
