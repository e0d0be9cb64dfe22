// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

namespace tollgate::report {

/// Nanoseconds for a reader: two decimals below 10, one below 1000, none above. Always a decimal
/// point, whatever the locale.
[[nodiscard]] std::string ns_text(double ns);

/// "58.4 ± 0.4": with the same last place, which has the first digit of the uncertainty, and two
/// digits of the value, or three that are sure.
[[nodiscard]] std::string ns_plus_minus_text(double ns, double unsure_ns);

/// A share as per cent with one decimal, two below 1 %: 0.0123 is "1.2 %".
[[nodiscard]] std::string percent_text(double share);

/// A noise floor, "1.2 %"; "above 100 %" where nothing is told from anything; "not known".
[[nodiscard]] std::string floor_text(const std::optional<double>& share);

/// How many times something is something else: three digits that count, or all before the point.
[[nodiscard]] std::string ratio_text(double ratio);

} // namespace tollgate::report
