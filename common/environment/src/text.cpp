// SPDX-License-Identifier: BSL-1.0
#include "text.hpp"

#include <tollgate/cpu/cpu_list.hpp>

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace tollgate::environment::detail {
namespace {

std::string quoted(std::string_view text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:=,@$";
    if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
        return std::string(text);
    }
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result + "'";
}

/// The number that is all of the text.
template <class Number>
std::optional<Number> number(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// user nice system idle iowait irq softirq steal. Later columns are contained in `user` and
/// `nice`.
constexpr std::size_t columns = 8;

std::optional<cpu_ticks> parse_cpu_line(std::string_view line) {
    const std::vector<std::string_view> fields = words(line);
    if (fields.size() < 1 + columns) {
        return std::nullopt;
    }
    cpu_ticks ticks;
    for (std::size_t column = 1; column <= columns; ++column) {
        const count value = counter_of(fields[column]);
        if (!value) {
            return std::nullopt;
        }
        ticks.total += *value;
        ticks.steal = *value; // the last column remains
    }
    return ticks;
}

bool wanted(std::string_view label, std::span<const int> cpus) {
    if (cpus.empty()) {
        return label == "cpu";
    }
    const std::optional<std::int64_t> number = integer(label.substr(3));
    return number && std::find(cpus.begin(), cpus.end(), *number) != cpus.end();
}

} // namespace

std::optional<std::int64_t> integer(std::string_view text) {
    return number<std::int64_t>(text);
}

std::optional<double> decimal(std::string_view text) {
    return number<double>(text);
}

count counter_of(std::string_view text) {
    return number<std::uint64_t>(text);
}

std::vector<std::string_view> words(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> found;
    std::size_t first = text.find_first_not_of(separators);
    while (first != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(separators, first), text.size());
        found.push_back(text.substr(first, end - first));
        first = text.find_first_not_of(separators, end);
    }
    return found;
}

std::vector<std::string_view> lines(std::string_view text) {
    return words(text, "\n");
}

bool has_word(std::string_view text, std::string_view word) {
    const std::vector<std::string_view> all = words(text);
    return std::find(all.begin(), all.end(), word) != all.end();
}

std::vector<int> cpus_in(std::string_view list) {
    try {
        return cpu::parse_cpu_list(list);
    } catch (const std::invalid_argument&) {
        return {};
    }
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string write_command(std::string_view value, std::string_view path) {
    return "echo " + quoted(value) + " > " + quoted(path);
}

std::optional<cpu_ticks> ticks_of(std::string_view stat, std::span<const int> cpus) {
    cpu_ticks sum;
    std::size_t missing = std::max<std::size_t>(cpus.size(), 1);
    while (missing > 0 && stat.starts_with("cpu")) { // these lines come first
        const std::size_t end = std::min(stat.find('\n'), stat.size());
        const std::string_view line = stat.substr(0, end);
        stat.remove_prefix(std::min(end + 1, stat.size()));
        if (!wanted(line.substr(0, line.find(' ')), cpus)) {
            continue;
        }
        const std::optional<cpu_ticks> ticks = parse_cpu_line(line);
        if (!ticks) {
            return std::nullopt;
        }
        sum.steal += ticks->steal;
        sum.total += ticks->total;
        --missing;
    }
    if (missing > 0) {
        return std::nullopt;
    }
    return sum;
}

} // namespace tollgate::environment::detail
