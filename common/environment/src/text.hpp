// SPDX-License-Identifier: BSL-1.0
#pragma once
// Parsers for texts of /proc and /sys, and texts for people and for shells. The locale has no
// influence.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

/// The number, if all of the text is a whole number.
std::optional<std::int64_t> integer(std::string_view text);

/// The number, if all of the text is a decimal number such as "1.96".
std::optional<double> decimal(std::string_view text);

/// A counter of the kernel. It is unknown if its text is not a number, or negative.
using count = std::optional<std::uint64_t>;
count counter_of(std::string_view text);

/// Unknown if a counter is unknown, or if it ran backwards.
inline count difference(const count& after, const count& before) {
    return after && before && *after >= *before ? count(*after - *before) : std::nullopt;
}

/// Unknown if a counter is unknown.
inline count sum(const count& first, const count& second) {
    return first && second ? count(*first + *second) : std::nullopt;
}

std::vector<std::string_view> lines(std::string_view text);
std::vector<std::string_view> words(std::string_view text, std::string_view separators = " \t\n");
bool has_word(std::string_view text, std::string_view word);

/// The CPUs of a list such as "0-3,8". Empty if the text is no list.
std::vector<int> cpus_in(std::string_view list);

struct cpu_ticks {
    std::uint64_t steal = 0;
    std::uint64_t total = 0; ///< busy, idle and stolen
};

/// The ticks in /proc/stat: the sum over these CPUs, or the whole machine if there are none.
/// nullopt if a CPU has no line, or a line without steal: a partial sum would look like a small
/// sum.
std::optional<cpu_ticks> ticks_of(std::string_view stat, std::span<const int> cpus);

/// "1 tick", "2 ticks".
std::string counted(std::uint64_t number, std::string_view noun);

/// A shell command that writes a value into a file, quoted if necessary.
std::string write_command(std::string_view value, std::string_view path);

} // namespace tollgate::environment::detail
