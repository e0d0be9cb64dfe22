// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace tollgate::report {

/// Nanoseconds for a reader: two decimals below 10, one below 1000, none above. Always a decimal
/// point, whatever the locale.
[[nodiscard]] std::string ns_text(double ns);

/// A share as per cent with one decimal, two below 1 %: 0.0123 is "1.2 %".
[[nodiscard]] std::string percent_text(double share);

/// How many times something is something else: three digits that count, or all before the point.
[[nodiscard]] std::string ratio_text(double ratio);

} // namespace tollgate::report
