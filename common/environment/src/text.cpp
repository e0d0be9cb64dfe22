// SPDX-License-Identifier: BSL-1.0
#include "text.hpp"

#include <algorithm>
#include <charconv>

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

/// All of the text.
template <class Number>
std::optional<Number> number(std::string_view text) {
    Number value{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
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
    constexpr std::int64_t most = 1 << 16; // a garbled range must not fill the memory
    std::vector<int> cpus;
    for (const std::string_view range : words(list, ", \t\n")) {
        const std::size_t dash = range.find('-');
        const auto first = integer(range.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : integer(range.substr(dash + 1));
        if (!first || !last || *first < 0 || *last >= most) {
            continue;
        }
        for (std::int64_t cpu = *first; cpu <= *last; ++cpu) {
            cpus.push_back(static_cast<int>(cpu));
        }
    }
    return cpus;
}

std::string cpu_list(std::vector<int> cpus) {
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    std::vector<std::string> ranges;
    for (std::size_t first = 0; first < cpus.size();) {
        std::size_t last = first;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) {
            ++last;
        }
        ranges.push_back(last > first ? fmt::format("{}-{}", cpus[first], cpus[last])
                                      : std::to_string(cpus[first]));
        first = last + 1;
    }
    return fmt::format("{}", fmt::join(ranges, ","));
}

std::string counted(std::uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string write_command(std::string_view value, std::string_view path) {
    return "echo " + quoted(value) + " > " + quoted(path);
}

} // namespace tollgate::environment::detail
