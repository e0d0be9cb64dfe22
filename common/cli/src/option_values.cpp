// SPDX-License-Identifier: BSL-1.0
#include "option_table.hpp"

#include <tollgate/cli/number.hpp>
#include <tollgate/cli/output_file.hpp>
#include <tollgate/cpu/cpu_list.hpp>
#include <tollgate/run/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

namespace tollgate::cli {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view reason) {
    throw run::usage_error(fmt::format("{}: '{}' is {}", option, text, reason));
}

/// The values of a list such as "free,core", each once, sorted. `parse_word` turns a word into an
/// optional value.
template <class Parse>
auto list_in(std::string_view option, std::string_view text, Parse parse_word,
             std::string_view allowed) {
    std::set<typename decltype(parse_word(text))::value_type> values;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const auto value = parse_word(text.substr(begin, end - begin));
        if (!value) {
            refuse(option, text, fmt::format("not a list of {}", allowed));
        }
        values.insert(*value);
        begin = end + 1;
    }
    return std::vector(values.begin(), values.end());
}

/// "a, b and c".
std::string listed(const std::vector<std::string>& words) {
    if (words.size() < 2) {
        return words.empty() ? std::string{} : words.front();
    }
    return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

/// A parser of words of small letters, digits and these characters.
auto word_of(std::string_view characters) {
    return [known = fmt::format("abcdefghijklmnopqrstuvwxyz0123456789{}", characters)](
               std::string_view word) {
        const bool good = !word.empty() && word.find_first_not_of(known) == word.npos;
        return good ? std::optional(std::string(word)) : std::nullopt;
    };
}

std::vector<std::uint64_t> numbers_in(std::string_view option, const number_axis& axis,
                                      list_steps steps, std::string_view text) {
    if (axis.argument != "LIST") {
        return {parse_whole(option, text, axis.range)};
    }
    const std::set<std::uint64_t> among(axis.among.begin(), axis.among.end());
    try {
        std::vector<std::uint64_t> numbers = parse_whole_list(option, text, axis.range, steps);
        if (among.empty() || std::ranges::includes(among, numbers)) {
            return numbers;
        }
    } catch (const run::usage_error&) {
        if (among.empty()) {
            throw;
        }
    }
    refuse(option, text, fmt::format("not a list of {}{}", fmt::join(among, ", "), axis.unit));
}

} // namespace

std::vector<cpu::placement> placements_in(const std::string& text) {
    if (text == "all") {
        return {cpu::all_placements.begin(), cpu::all_placements.end()};
    }
    return list_in("--placement", text, cpu::parse_placement,
                   "free, same, smt, core, mixed and far, nor all");
}

clock::source clock_in(const std::string& text) {
    using enum clock::source;
    const auto source = clock::parse_source(text);
    if (source != realtime && source != monotonic && source != tsc) {
        refuse("--clock", text, "not one of realtime, monotonic, tsc");
    }
    return *source;
}

output_format format_in(const std::string& text) {
    if (text != "table" && text != "json" && text != "csv") {
        refuse("--format", text, "not one of table, json, csv");
    }
    return text == "json"  ? output_format::json
           : text == "csv" ? output_format::csv
                           : output_format::table;
}

std::vector<int> cpus_in(const std::string& text) {
    try {
        return cpu::parse_cpu_list(text);
    } catch (const std::invalid_argument& error) {
        throw run::usage_error(fmt::format("--cpus: {}", error.what()));
    }
}

std::pair<int, int> two_descriptors_in(const std::string& text) {
    constexpr whole_range allowed{3, 1'000'000};
    const std::size_t comma = text.find(',');
    if (comma == std::string::npos) {
        refuse("--turns", text, "not two descriptors, like 5,6");
    }
    return {static_cast<int>(parse_whole("--turns", text.substr(0, comma), allowed)),
            static_cast<int>(parse_whole("--turns", text.substr(comma + 1), allowed))};
}

std::vector<std::string> interventions_in(const std::string& text) {
    return list_in("--under", text, word_of("=-_.ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
                   "interventions, like cpus=busy,slack=1ns");
}

std::vector<std::string> runtimes_in(const std::string& text) {
    if (text == "none") {
        return {};
    }
    std::vector<std::string> names =
        list_in("--runtimes", text, word_of("_-"), "runtimes, like go,tokio; nor none, nor all");
    for (const char* alone : {"all", "none"}) {
        if (text != alone && std::ranges::count(names, alone) != 0) {
            refuse("--runtimes", text, fmt::format("not possible: '{}' stands alone", alone));
        }
    }
    return names;
}

std::vector<number_axis> swept_axes(const program& description) {
    std::vector<number_axis> axes;
    if (!description.members.empty()) {
        axes.push_back({description.members, description.members_range, {}});
    }
    std::ranges::copy_if(description.numbers, std::back_inserter(axes),
                         [](const auto& axis) { return !axis.sweep_example.empty(); });
    return axes;
}

parser<std::vector<std::uint64_t>> numbers_of(std::string option, const number_axis& axis,
                                              list_steps steps) {
    return [option = std::move(option), &axis, steps](const std::string& text) {
        return numbers_in(option, axis, steps, text);
    };
}

parser<std::vector<std::string>> words_of(const word_axis& axis) {
    const auto index_of = [&axis](std::string_view word) {
        const auto position = std::find(axis.allowed.begin(), axis.allowed.end(), word);
        return position == axis.allowed.end() ? std::nullopt
                                              : std::optional(position - axis.allowed.begin());
    };
    return [&axis, index_of](const std::string& text) {
        std::vector<std::string> words;
        for (const auto index : list_in("--" + axis.name, text, index_of, listed(axis.allowed))) {
            words.push_back(axis.allowed[static_cast<std::size_t>(index)]);
        }
        if (axis.check) {
            axis.check(words, text);
        }
        return words;
    };
}

parser<sweep> sweeps_of(const program& description) {
    return [&description](const std::string& text) -> sweep {
        std::vector<std::string> known;
        for (const number_axis& axis : swept_axes(description)) {
            if (text.starts_with(axis.name + ":")) {
                return {axis.name, numbers_in("--sweep", axis, description.steps,
                                              text.substr(axis.name.size() + 1))};
            }
            known.push_back(fmt::format("{} ({} to {})", axis.name, grouped(axis.range.low),
                                        grouped(axis.range.high)));
        }
        refuse("--sweep", text,
               fmt::format("not of the form PARAMETER:LIST; PARAMETER is {}; LIST is 2,8,32 or "
                           "2..32",
                           fmt::join(known, ", ")));
    };
}

void require_different_files(const options& chosen) {
    for (auto first = chosen.files.begin(); first != chosen.files.end(); ++first) {
        for (auto second = std::next(first); second != chosen.files.end(); ++second) {
            std::error_code ignored; // a file that does not exist is no error
            if (std::filesystem::equivalent(first->second, second->second, ignored) ||
                place_of(first->second) == place_of(second->second)) {
                throw run::usage_error(
                    fmt::format("--{} and --{}: '{}' is given to both; name two files",
                                first->first, second->first, second->second));
            }
        }
    }
}

} // namespace tollgate::cli
