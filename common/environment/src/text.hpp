// SPDX-License-Identifier: BSL-1.0
#pragma once
// From the text of /proc and /sys to values, and from values to text for people and for shells.
// Numbers do not depend on the locale in either direction.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::environment::detail {

/// A whole number and nothing else.
std::optional<std::int64_t> integer(std::string_view text);

/// A decimal number such as "1.96" and nothing else.
std::optional<double> decimal(std::string_view text);

/// A counter of the kernel, which may be unknown: if it is no number, or a negative one.
using count = std::optional<std::uint64_t>;
count counter_of(std::string_view text);

/// Unknown if one of them is unknown, or if the counter ran backwards.
inline count difference(const count& after, const count& before) {
    return after && before && *after >= *before ? count(*after - *before) : std::nullopt;
}

/// Unknown if one of them is.
inline count sum(const count& one, const count& other) {
    return one && other ? count(*one + *other) : std::nullopt;
}

std::vector<std::string_view> lines(std::string_view text);
std::vector<std::string_view> words(std::string_view text, std::string_view separators = " \t\n");
bool has_word(std::string_view text, std::string_view word);

/// From the kernel's list format: "0-3,8". Empty if it is none.
std::vector<int> cpus_in(std::string_view list);

struct cpu_ticks {
    std::uint64_t steal = 0;
    std::uint64_t total = 0; ///< busy, idle and stolen
};

/// From /proc/stat: summed over these CPUs, or the whole machine's if there are none. nullopt if a
/// CPU has no line or its line is too short to have steal: a partial sum would look like a small
/// one.
std::optional<cpu_ticks> ticks_of(std::string_view stat, std::span<const int> cpus);

/// "1 tick", "2 ticks".
std::string counted(std::uint64_t number, std::string_view noun);

/// A shell line that writes a value into a file, quoted where a shell needs it.
std::string write_command(std::string_view value, std::string_view path);

} // namespace tollgate::environment::detail
