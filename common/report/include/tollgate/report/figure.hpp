// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/case_summary.hpp>

#include <optional>
#include <string>

namespace tollgate::report {

/// Figures as a reader takes them in: with a unit that fits, and no more digits than are sure. All
/// pure, with a decimal point whatever the locale.

/// Nanoseconds for a reader: two decimals below 10, one below 1000, none above. Always a decimal
/// point, whatever the locale.
[[nodiscard]] std::string ns_text(double ns);

/// What a cost is unsure by, "0.39", "> 100 %", or "-" without an interval.
[[nodiscard]] std::string ns_unsure_text(const measure::estimate& cost);

/// The two together, with the same last place, which has the first digit of the uncertainty, and
/// two digits of the value, or three that are sure: "58.4 ± 0.4", "280 ± 1310", "58.4".
[[nodiscard]] std::string ns_cost_text(const measure::estimate& cost);

/// A share as per cent with one decimal, two below 1 %: 0.0123 is "1.2 %".
[[nodiscard]] std::string percent_text(double share);

/// A noise floor, "1.2 %"; "above 100 %" where nothing is told from anything; "not known".
[[nodiscard]] std::string floor_text(const std::optional<double>& share);

/// How many times something is something else: three digits that count, or all before the point.
[[nodiscard]] std::string ratio_text(double ratio);

/// How much a cost is good for.
enum class grade {
    sure,  ///< its 95 % interval reaches no further than a tenth of it: it is printed with its ±
    rough, ///< no further than half of it: the interval is printed in its place
    poor,  ///< further, or there is none
};

[[nodiscard]] grade grade_of(const measure::estimate& cost);

/// Three digits: "44.2 ns", "11.5 µs", "-2.00 ms"; "0 ns" for less than a picosecond.
[[nodiscard]] std::string time_text(double ns);

/// An amount that is added or taken off, without its sign: "13.1 ± 0.6 µs", "1.880 ± 0.009 µs",
/// both in one unit and with the same last place: two digits of the value, or three that are sure,
/// and at least one of the uncertainty; as an interval where the ± would reach 0 and the interval
/// does not.
[[nodiscard]] std::string amount_text(const measure::estimate& amount);

/// The same of a whole cost, "at most 82 µs" where its interval reaches 0. One below zero has its
/// sign: more was taken off it as overhead than there was.
[[nodiscard]] std::string whole_amount_text(const measure::estimate& cost);

/// A cost by its grade, without its ±: "44.2 ns", "15 to 21 µs" (rounded outward), "not measured
/// well enough"; "44 ns ?" if it is of one pass, which has no interval.
[[nodiscard]] std::string cost_text(const measure::estimate& cost);

/// "15 to 21 µs": an interval, rounded outward to two digits.
[[nodiscard]] std::string range_text(const stats::interval& range);

/// What stands behind the ± of a sure cost, "0.9 %", 0.1 % at least; empty for others.
[[nodiscard]] std::string sureness_text(const measure::estimate& cost);

/// The two together: "44.2 ns ± 0.9 %".
[[nodiscard]] std::string whole_cost_text(const measure::estimate& cost);

/// Of a cost that is not shown to be one: "at most 2.1 ns", or "nothing".
[[nodiscard]] std::string bound_text(double ns);

/// Two digits, or as many as tell it from 1: "12", "0.75", "1.03".
[[nodiscard]] std::string ratio_digits_text(double ratio);

/// "12 times", "0.75 times", and below a tenth "1/90 of"; two digits, or as many as tell it from 1.
[[nodiscard]] std::string times_text(double ratio);

} // namespace tollgate::report
