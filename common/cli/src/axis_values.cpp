// SPDX-License-Identifier: BSL-1.0
#include "option_values.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/word_list.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace tollgate::cli {
namespace {

/// The axes that a sweep may go over: the members first.
std::vector<number_axis> swept_axes(const program& what) {
    std::vector<number_axis> axes;
    if (!what.members.empty()) {
        axes.push_back({what.members, what.members_range, {}});
    }
    for (const number_axis& axis : what.numbers) {
        if (!axis.sweep_example.empty()) {
            axes.push_back(axis);
        }
    }
    return axes;
}

std::vector<std::uint64_t> parse_numbers(const std::string& option, const number_axis& axis,
                                         std::string_view text) {
    if (axis.argument != "LIST") {
        return {parse_whole(option, text, axis.range)};
    }
    std::vector<std::uint64_t> numbers = parse_whole_list(option, text, axis.range);
    for (const std::uint64_t one : numbers) {
        const bool will_do = axis.among.empty() || std::find(axis.among.begin(), axis.among.end(),
                                                             one) != axis.among.end();
        if (!will_do) {
            throw run::usage_error(fmt::format("{}: '{}' is not one of {}{}", option, one,
                                               fmt::join(axis.among, ", "), axis.unit));
        }
    }
    return numbers;
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& words) {
    if (words.size() < 2) {
        return words.empty() ? std::string{} : words.front();
    }
    return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::vector<std::string> parse_words(const word_axis& axis, const std::string& text) {
    const auto place_of = [&](std::string_view word) -> std::optional<std::size_t> {
        const auto found = std::find(axis.allowed.begin(), axis.allowed.end(), word);
        return found == axis.allowed.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - axis.allowed.begin()));
    };
    const std::string option = "--" + axis.name;
    std::vector<std::string> words;
    for (const std::size_t place : parse_word_list(option, text, place_of, listed(axis.allowed))) {
        words.push_back(axis.allowed[place]);
    }
    if (axis.check) {
        axis.check(words, text);
    }
    return words;
}

void read_sweep(const program& what, const given_values& given, options& chosen) {
    const auto text = given_text(given, "sweep");
    if (!text) {
        return;
    }
    for (const number_axis& axis : swept_axes(what)) {
        const std::string prefix = axis.name + ":";
        if (text->rfind(prefix, 0) == 0) {
            chosen.swept = axis.name;
            chosen.numbers[axis.name] =
                parse_numbers("--sweep", axis, std::string_view(*text).substr(prefix.size()));
            return;
        }
    }
    std::string forms;
    for (const number_axis& axis : swept_axes(what)) {
        forms += fmt::format("{0}{1}:{2},{3} or {1}:{2}..{3}", forms.empty() ? "" : ", ", axis.name,
                             axis.range.low, axis.range.high);
    }
    throw run::usage_error(fmt::format("--sweep: '{}' is not of the form {}", *text, forms));
}

} // namespace

void read_axes(const program& what, const given_values& given, options& chosen) {
    read_sweep(what, given, chosen);
    if (!what.members.empty()) {
        chosen.numbers.try_emplace(what.members, 1, chosen.members);
    }
    for (const number_axis& axis : what.numbers) {
        const auto text = given_text(given, axis.name.c_str());
        std::vector<std::uint64_t> numbers =
            text ? parse_numbers("--" + axis.name, axis, *text) : axis.usual;
        chosen.numbers.try_emplace(axis.name, std::move(numbers)); // what is swept over is there
    }
    for (const word_axis& axis : what.words) {
        const auto text = given_text(given, axis.name.c_str());
        const auto& usual = axis.usual.empty() ? axis.allowed : axis.usual;
        chosen.words[axis.name] = text ? parse_words(axis, *text) : usual;
    }
}

} // namespace tollgate::cli
