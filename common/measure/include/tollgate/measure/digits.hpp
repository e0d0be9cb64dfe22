// SPDX-License-Identifier: BSL-1.0
#pragma once

// Figures are rounded where they are made and not where they are written, so that a table, a file
// and what is concluded from that file later say the same. What is not finite stays as it is.

namespace tollgate::measure {

/// To seven significant digits: a figure of one round, which is sure to four at best. Pure.
[[nodiscard]] double seven_digits(double figure);

/// To ten: a figure that is concluded from many rounds. A table shows differences of two of them,
/// and of the longest sample each nanosecond. Pure.
[[nodiscard]] double ten_digits(double figure);

} // namespace tollgate::measure
