// SPDX-License-Identifier: BSL-1.0
#include <tollgate/report/figure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tollgate::report {
namespace {

constexpr int fewest_digits = 2;
constexpr int most_digits = 3;

/// A picosecond. A smaller difference of two times is a rounding error, and counts as zero.
constexpr double least_ns = 0.001;

constexpr double most_floor = 10; ///< a share; a larger floor is not printed

/// Whether a number has a first digit: zero, infinity and NaN have none.
bool has_digits(double number) {
    return number != 0 && std::isfinite(number);
}

/// The place of a number's first digit: 0 for 1 to 9, 2 for 100 to 999, -1 for 0.1 to 0.9.
int first_place(double number) {
    return static_cast<int>(std::floor(std::log10(std::abs(number))));
}

using rounding = double (*)(double);

/// Rounds up. A number that differs from a whole number only in its last bits is whole.
double up(double number) {
    const double nearest = std::round(number);
    return std::abs(number - nearest) < 1e-9 * std::abs(number) ? nearest : std::ceil(number);
}

double down(double number) {
    return -up(-number);
}

double rounded_at(double number, int last_place, rounding rounded = std::round) {
    const double unit = std::pow(10.0, std::abs(last_place));
    return last_place < 0 ? rounded(number * unit) / unit : rounded(number / unit) * unit;
}

/// The number rounded to `digits` significant digits.
double with_digits(double number, int digits, rounding rounded = std::round) {
    return has_digits(number) ? rounded_at(number, first_place(number) - digits + 1, rounded)
                              : number;
}

std::string digits_text(double number, int digits) {
    const int decimals = has_digits(number) ? digits - 1 - first_place(number) : 0;
    return fmt::format("{:.{}f}", number, std::max(0, decimals));
}

/// The number of digits that are sure with this uncertainty. Precondition: the time has digits.
int sure_digits(double ns, double unsure_ns) {
    const int digits =
        has_digits(unsure_ns) ? first_place(ns) - first_place(unsure_ns) + 1 : fewest_digits;
    return std::clamp(digits, fewest_digits, most_digits);
}

struct unit {
    double ns;
    const char* name;
};

constexpr std::array units{unit{1, "ns"}, unit{1e3, "µs"}, unit{1e6, "ms"}, unit{1e9, "s"}};

/// The largest unit that is not larger than the time.
const unit& unit_of(double ns) {
    const double size = std::abs(ns);
    return units[size >= 1e9 ? 3 : size >= 1e6 ? 2 : size >= 1e3 ? 1 : 0];
}

/// Value and uncertainty with the same last place: the last sure digit of the value, or the first
/// digit of the uncertainty if that is a lower place.
std::string plus_minus(double ns, double unsure_ns, bool with_unit) {
    constexpr int most_places = 5; // after the first
    constexpr double most_ns = 1e18;
    if (!(std::abs(ns) < most_ns && unsure_ns < most_ns)) { // not measured by any program
        return fmt::format("{} ± {}", ns_text(ns), ns_text(unsure_ns));
    }
    const double value = std::abs(ns) < least_ns ? 0 : ns;
    const int first = first_place(value != 0 ? value : unsure_ns != 0 ? unsure_ns : 1);
    const int sure = value == 0 ? first : first - sure_digits(value, unsure_ns) + 1;
    const int finest = unsure_ns == 0 ? first - most_digits + 1 : first_place(unsure_ns);
    const int last = std::max(std::min(sure, finest), first - most_places);
    const double shown = rounded_at(value, last);
    // A printed zero would be a promise that the uncertainty does not keep.
    const double unsure =
        unsure_ns == 0 ? 0 : std::max(rounded_at(unsure_ns, last), std::pow(10.0, last));
    const unit& in = with_unit ? unit_of(shown != 0 ? shown : unsure) : units[0];
    return fmt::format("{0:.{2}f} ± {1:.{2}f}{3}{4}", shown / in.ns, unsure / in.ns,
                       std::max(0, first_place(in.ns) - last), with_unit ? " " : "",
                       with_unit ? in.name : "");
}

double rounded_ns(double ns, int digits, rounding rounded = std::round) {
    return std::abs(ns) < least_ns ? 0 : with_digits(ns, digits, rounded);
}

std::string time_with_digits(double ns, int digits, rounding rounded = std::round) {
    const double shown = rounded_ns(ns, digits, rounded);
    const unit& in = unit_of(shown);
    constexpr double most_s = 1e6; // a longer time was not measured by any program
    if (std::abs(shown) >= most_s * 1e9) {
        return fmt::format("{:.1e} s", shown / 1e9);
    }
    return fmt::format("{} {}", digits_text(shown / in.ns, digits), in.name);
}

} // namespace

std::string ns_text(double ns) {
    const double size = std::abs(ns);
    if (size >= 1e15) { // it would have hundreds of digits
        return fmt::format("{:.3g}", ns);
    }
    return fmt::format("{:.{}f}", ns, size < 9.995 ? 2 : size < 999.95 ? 1 : 0);
}

std::string ns_unsure_text(const measure::estimate& cost) {
    const auto unsure = cost.uncertainty();
    return !unsure ? "-" : *unsure >= std::abs(cost.value) ? "> 100 %" : ns_text(*unsure);
}

std::string ns_cost_text(const measure::estimate& cost) {
    const auto unsure = cost.uncertainty();
    return unsure ? plus_minus(cost.value, *unsure, false) : ns_text(cost.value);
}

std::string percent_text(double share) {
    const double percent = 100 * share;
    return fmt::format("{:.{}f} %", percent, std::abs(percent) < 0.995 ? 2 : 1);
}

std::string floor_text(const std::optional<double>& share) {
    return !share || std::isnan(*share) ? "not known"
           : *share > most_floor        ? "above 1000 %"
           : *share > 1                 ? fmt::format("{:.0f} %", 100 * *share)
                                        : percent_text(*share);
}

std::string largest_floor_text(const std::optional<double>& share) {
    return (share && *share <= most_floor ? "at most " : "") + floor_text(share);
}

std::string ratio_text(double ratio) {
    if (ratio >= 999.5 && ratio < 1e15) {
        return fmt::format("{:.0f}", ratio);
    }
    constexpr int most_to_tell = 6;
    int digits = most_digits;
    while (ratio != 1 && digits < most_to_tell && with_digits(ratio, digits) == 1) {
        ++digits;
    }
    return fmt::format("{:.{}g}", ratio, digits);
}

bool is_known_to(const measure::estimate& cost, double share) {
    const auto unsure = cost.uncertainty();
    return unsure && cost.range->low <= cost.range->high &&
           *unsure <= share * std::abs(cost.value) && std::isfinite(cost.value);
}

std::string time_text(double ns) {
    return time_with_digits(ns, most_digits);
}

std::string amount_text(const measure::estimate& amount) {
    const auto unsure = amount.uncertainty();
    const double size = std::abs(amount.value);
    if (!std::isfinite(size) || !std::isfinite(unsure.value_or(0))) {
        return "–";
    }
    if (!unsure) {
        return time_text(size) + " (too few passes for an error)";
    }
    const auto [low, high, confidence] = *amount.range;
    const bool excludes_0 = low >= least_ns || high <= -least_ns;
    if (!excludes_0 || *unsure < size) {
        return plus_minus(size, *unsure, true);
    }
    return range_text({std::min(std::abs(low), std::abs(high)),
                       std::max(std::abs(low), std::abs(high)), confidence});
}

std::string whole_amount_text(const measure::estimate& cost) {
    const auto& range = cost.range;
    return range && range->low <= 0 && range->high >= least_ns && std::isfinite(range->high)
               ? "at most " + upper_text(range->high)
               : (cost.value < 0 ? "− " : "") + amount_text(cost);
}

std::string value_text(const measure::estimate& cost) {
    if (!is_sure(cost)) {
        return time_with_digits(cost.value, fewest_digits);
    }
    const double unsure = cost.uncertainty().value_or(0);
    return unsure == 0 ? time_text(cost.value)
                       : time_with_digits(cost.value, sure_digits(cost.value, unsure));
}

std::string cost_text(const measure::estimate& cost) {
    return value_text(cost) + (is_sure(cost) ? "" : is_known_to(cost, rough_share) ? " ?" : " ??");
}

std::string range_text(const stats::interval& range, std::string_view between) {
    constexpr double narrow = 0.5;
    constexpr double most_ns = 1e18; // not measured by any program
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    if (!(size < most_ns)) {
        return fmt::format("{:.1e}{}{:.1e} s", range.low / 1e9, between, range.high / 1e9);
    }
    const int digits = range.high - range.low < narrow * size ? most_digits : fewest_digits;
    const double low = rounded_ns(range.low, digits, down);
    const double high = rounded_ns(range.high, digits, up);
    const unit& low_in = unit_of(low == 0 ? size : low);
    const unit& high_in = unit_of(high == 0 ? size : high);
    return fmt::format("{}{}{}{} {}", digits_text(low / low_in.ns, digits),
                       low_in.ns == high_in.ns ? "" : fmt::format(" {}", low_in.name), between,
                       digits_text(high / high_in.ns, digits), high_in.name);
}

std::string uncertainty_text(const measure::estimate& cost) {
    const double percent = 100 * cost.uncertainty().value_or(0) / std::abs(cost.value);
    if (!cost.range || !std::isfinite(percent)) {
        return {};
    }
    constexpr double least_percent = 0.1; // zero would be a promise
    constexpr double most_percent = 999;
    for (const double limit : {100 * sure_share, 100 * rough_share}) {
        if (percent > limit && percent < limit + 1) { // it must not look like the limit
            return fmt::format("{:.0f} %", limit + 1);
        }
    }
    return percent > most_percent
               ? "> 999 %"
               : fmt::format("{:.{}f} %", std::max(percent, least_percent), percent < 9.95 ? 1 : 0);
}

std::string whole_cost_text(const measure::estimate& cost) {
    if (is_sure(cost)) {
        const std::string unsure = uncertainty_text(cost);
        return cost_text(cost) + (unsure.empty() ? "" : " ± " + unsure);
    }
    return cost.range ? fmt::format("{} ({})", value_text(cost), range_text(*cost.range))
                      : cost_text(cost);
}

std::string upper_text(double ns) {
    return time_with_digits(std::max(ns, 0.0), fewest_digits, up);
}

std::string ratio_digits_text(double ratio) {
    constexpr int most_to_tell = 5;
    if (ratio == 1) {
        return "1";
    }
    constexpr double most = 1e9; // not measured by any program
    if (!(std::abs(ratio) < most)) {
        return fmt::format("{:.1e}", ratio);
    }
    int digits = fewest_digits;
    while (digits < most_to_tell && with_digits(ratio, digits) == 1) {
        ++digits;
    }
    return digits_text(with_digits(ratio, digits), digits);
}

std::string times_text(double ratio) {
    constexpr double tenth = 0.1; // 1/2.4 is harder to read than 0.42
    return ratio > 0 && ratio < tenth ? fmt::format("1/{} of", ratio_digits_text(1 / ratio))
                                      : fmt::format("{} times", ratio_digits_text(ratio));
}

} // namespace tollgate::report
