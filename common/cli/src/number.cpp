// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cli/number.hpp>

#include <tollgate/run/errors.hpp>

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

namespace tollgate::cli {
namespace {

/// The number that is all of the text. Empty if the text is no finite number in this range.
template <class Number, class Range>
std::optional<Number> number_in(std::string_view text, Range allowed) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = error == std::errc{} && end == text.data() + text.size() &&
                      std::isfinite(static_cast<double>(value)) && value >= allowed.low &&
                      value <= allowed.high;
    return good ? std::optional(value) : std::nullopt;
}

void add_doubled(std::uint64_t first, std::uint64_t last, std::set<std::uint64_t>& values) {
    values.insert(first);
    while (first != 0 && first <= last / 2) {
        first *= 2;
        values.insert(first);
    }
}

void add_one_two_five(std::uint64_t first, std::uint64_t last, std::set<std::uint64_t>& values) {
    values.insert({first, last});
    for (std::uint64_t power = 1; power <= last; power *= 10) {
        for (const std::uint64_t digit : std::array<std::uint64_t, 3>{1, 2, 5}) {
            if (power <= last / digit && power * digit >= first) {
                values.insert(power * digit);
            }
        }
        if (power > last / 10) {
            break; // the next power may be too large for the type
        }
    }
}

} // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, ",");
    }
    return text;
}

std::uint64_t parse_whole(std::string_view option, std::string_view text, whole_range allowed) {
    if (const auto value = number_in<std::uint64_t>(text, allowed)) {
        return *value;
    }
    throw run::usage_error(fmt::format("{}: '{}' is not a whole number from {} to {}", option, text,
                                       grouped(allowed.low), grouped(allowed.high)));
}

double parse_decimal(std::string_view option, std::string_view text, decimal_range allowed) {
    if (const auto value = number_in<double>(text, allowed)) {
        return *value;
    }
    throw run::usage_error(fmt::format("{}: '{}' is not a number from {} to {}", option, text,
                                       allowed.low, allowed.high));
}

std::vector<std::uint64_t> parse_whole_list(std::string_view option, std::string_view text,
                                            whole_range allowed, list_steps steps) {
    std::set<std::uint64_t> values;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view item = text.substr(0, comma);
        const std::size_t dots = item.find("..");
        const std::uint64_t first = parse_whole(option, item.substr(0, dots), allowed);
        const std::uint64_t last =
            dots == item.npos ? first : parse_whole(option, item.substr(dots + 2), allowed);
        if (last < first) {
            throw run::usage_error(fmt::format(
                "{}: '{}' runs downwards; give the smaller number first", option, item));
        }
        if (steps == list_steps::doubling) {
            add_doubled(first, last, values);
        } else {
            add_one_two_five(first, last, values);
        }
        if (comma == text.npos) {
            break;
        }
        text.remove_prefix(comma + 1);
    }
    return {values.begin(), values.end()};
}

} // namespace tollgate::cli
