// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

#include <optional>
#include <string>

namespace tollgate::report {

// Figures as text for a reader: with a unit that fits, and no more digits than are sure.
//
//     const measure::estimate cost{44.21, stats::interval{43.8, 44.6, 0.95}};
//     const std::string text = report::whole_cost_text(cost); // "44.2 ns ± 0.9 %"
//
// All functions are pure. The decimal point does not depend on the locale.

/// Nanoseconds without a unit: two decimals below 10, one below 1000, none above.
[[nodiscard]] std::string ns_text(double ns);

/// The uncertainty of a cost in nanoseconds: "0.39", "> 100 %", or "-" without an interval.
[[nodiscard]] std::string ns_unsure_text(const measure::estimate& cost);

/// A cost and its uncertainty in nanoseconds: "58.4 ± 0.4", "280 ± 1310", or "58.4" without an
/// interval. Both have the same last place, which shows the first digit of the uncertainty, and two
/// digits of the value, or three if three are sure.
[[nodiscard]] std::string ns_cost_text(const measure::estimate& cost);

/// A share as per cent with one decimal, or two below 1 %: 0.0123 is "1.2 %".
[[nodiscard]] std::string percent_text(double share);

/// A noise floor: "1.2 %"; "above 100 %" if the run can detect no difference; "not known".
[[nodiscard]] std::string floor_text(const std::optional<double>& share);

/// A ratio with three significant digits, or with all digits before the point.
[[nodiscard]] std::string ratio_text(double ratio);

/// How precise a cost is.
enum class grade {
    sure,  ///< its 95 % interval is within a tenth of the cost: it is printed with its ±
    rough, ///< its interval is within half of the cost: the interval is printed instead
    poor,  ///< its interval is wider, or there is none
};

/// The grade of a cost.
[[nodiscard]] grade grade_of(const measure::estimate& cost);

/// A time with three digits: "44.2 ns", "11.5 µs", "-2.00 ms"; "0 ns" below a picosecond.
[[nodiscard]] std::string time_text(double ns);

/// An amount that is added or subtracted, without its sign: "13.1 ± 0.6 µs", "1.880 ± 0.009 µs".
/// Both have one unit and the same last place: two digits of the value, or three that are sure, and
/// at least one of the uncertainty. If the ± would reach 0 and the interval does not, the interval
/// is printed.
[[nodiscard]] std::string amount_text(const measure::estimate& amount);

/// A whole cost like amount_text, or "at most 82 µs" if its interval reaches 0. A cost below zero
/// has its sign: the overhead that was subtracted is larger than the raw cost.
[[nodiscard]] std::string whole_amount_text(const measure::estimate& cost);

/// A cost by its grade, without its ±: "44.2 ns", "15 to 21 µs" (rounded outward), "not measured
/// well enough"; "44 ns ?" for a cost of one pass, which has no interval.
[[nodiscard]] std::string cost_text(const measure::estimate& cost);

/// An interval, rounded outward to two digits: "15 to 21 µs".
[[nodiscard]] std::string range_text(const stats::interval& range);

/// The relative uncertainty of a sure cost, at least 0.1 %: "0.9 %". Empty for other grades.
[[nodiscard]] std::string sureness_text(const measure::estimate& cost);

/// A cost with its relative uncertainty: "44.2 ns ± 0.9 %".
[[nodiscard]] std::string whole_cost_text(const measure::estimate& cost);

/// An upper bound for a cost that may be zero: "at most 2.1 ns", or "nothing".
[[nodiscard]] std::string bound_text(double ns);

/// A ratio with two digits, or as many as distinguish it from 1: "12", "0.75", "1.03".
[[nodiscard]] std::string ratio_digits_text(double ratio);

/// A ratio in words: "12 times", "0.75 times", and below a tenth "1/90 of". It has two digits, or
/// as many as distinguish it from 1.
[[nodiscard]] std::string times_text(double ratio);

} // namespace tollgate::report
