// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tollgate::report {

// Figures as text for a reader: with a unit of a suitable size, and without uncertain digits.
//
//     const measure::estimate cost{44.21, stats::interval{43.8, 44.6, 0.95}};
//     const std::string text = report::whole_cost_text(cost); // "44.2 ns ± 0.9 %"
//
// All functions are pure. The decimal point does not depend on the locale.

/// Nanoseconds without a unit. Two decimals below 10, one decimal below 1000, else no decimals.
[[nodiscard]] std::string ns_text(double ns);

/// The uncertainty of a cost in nanoseconds: "0.39". Returns "> 100 %" if the uncertainty is at
/// least as large as the cost, and "-" if the cost has no interval.
[[nodiscard]] std::string ns_unsure_text(const measure::estimate& cost);

/// A cost and its uncertainty in nanoseconds: "58.4 ± 0.4", "280 ± 1310". If the cost has no
/// interval, only the cost: "58.4". Both numbers end at the same decimal place. The uncertainty has
/// at least one digit. The cost has at least two digits, or three digits if three are certain.
[[nodiscard]] std::string ns_cost_text(const measure::estimate& cost);

/// A share in per cent with one decimal, or with two decimals below 1 %: 0.0123 is "1.2 %".
[[nodiscard]] std::string percent_text(double share);

/// A noise floor: "1.2 %", at most "above 1000 %". Returns "not known" if there is no floor.
[[nodiscard]] std::string floor_text(const std::optional<double>& share);

/// The largest noise floor of a run: "at most 1.2 %", "above 1000 %", "not known".
[[nodiscard]] std::string largest_floor_text(const std::optional<double>& share);

/// A ratio with three significant digits, or with all digits before the decimal point. If three
/// digits would show the ratio as 1, it has up to six: "1.0004".
[[nodiscard]] std::string ratio_text(double ratio);

/// The largest ± of a sure cost, as a share of the cost.
inline constexpr double sure_share = 0.1;
/// The largest ± of a cost with the mark "?", as a share of the cost.
inline constexpr double rough_share = 0.5;

/// Whether the ± of a cost is at most this share of the cost. The ± is the distance from the cost
/// to the farther end of its 95 % interval. False for a cost without an interval.
[[nodiscard]] bool is_known_to(const measure::estimate& cost, double share);

/// Whether a cost is sure: its ± is at most a tenth of the cost.
[[nodiscard]] inline bool is_sure(const measure::estimate& cost) {
    return is_known_to(cost, sure_share);
}

/// A time with three digits: "44.2 ns", "11.5 µs", "-2.00 ms". A time below a picosecond is "0 ns".
[[nodiscard]] std::string time_text(double ns);

/// An amount that is added or subtracted, without its sign: "13.1 ± 0.6 µs", "1.880 ± 0.009 µs".
/// Amount and uncertainty have one unit and end at the same decimal place. The amount has at least
/// two digits, or three digits if three are certain. The uncertainty has at least one digit. The ±
/// is the distance to the farther end of the interval. If the amount ± this distance includes 0,
/// but the interval excludes 0, the result is the interval.
[[nodiscard]] std::string amount_text(const measure::estimate& amount);

/// A whole cost in the form of amount_text, or "at most 82 µs" if the interval of the cost reaches
/// 0. A cost below zero has its sign. Such a cost occurs if the subtracted overhead is larger than
/// the raw cost.
[[nodiscard]] std::string whole_amount_text(const measure::estimate& cost);

/// A cost without its interval: "44.2 ns", "10 µs". The cost has two digits, or three digits if
/// three are certain.
[[nodiscard]] std::string value_text(const measure::estimate& cost);

/// A cost with a mark if it is not sure: "44.2 ns", "10 µs ?". If the ± is above half of the cost,
/// or if there is no interval, the mark is "??".
[[nodiscard]] std::string cost_text(const measure::estimate& cost);

/// An interval, rounded outward: "15 to 44 µs". It has two digits, or three if it is narrower than
/// half of its larger end: "43.8 to 44.6 ns". `between` is the text between the ends.
[[nodiscard]] std::string range_text(const stats::interval& range,
                                     std::string_view between = " to ");

/// The ± of a cost in per cent of the cost, at least 0.1 %: "0.9 %", "70 %". A ± just above the
/// limit of a mark is rounded up: 10.2 % is "11 %". Empty if the cost has no interval or is zero.
[[nodiscard]] std::string uncertainty_text(const measure::estimate& cost);

/// A cost with its uncertainty: "44.2 ns ± 0.9 %". If the cost is not sure, it has its interval:
/// "10 µs (7.5 to 17 µs)". A cost without an interval has the form "44 ns ??".
[[nodiscard]] std::string whole_cost_text(const measure::estimate& cost);

/// An upper bound, rounded up to two digits: "2.2 ns". A bound below zero is "0 ns".
[[nodiscard]] std::string upper_text(double ns);

/// A ratio with two digits: "12", "0.75". If two digits would show the ratio as 1, it has more
/// digits: "1.03".
[[nodiscard]] std::string ratio_digits_text(double ratio);

/// A ratio in words: "12 times", "0.75 times". A ratio below a tenth has the form "1/90 of". The
/// number has the digits of ratio_digits_text.
[[nodiscard]] std::string times_text(double ratio);

} // namespace tollgate::report
