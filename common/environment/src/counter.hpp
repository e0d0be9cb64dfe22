// SPDX-License-Identifier: BSL-1.0
#pragma once
// A counter of the kernel, which may be unknown.

#include "machine_file_handle.hpp"
#include "text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tollgate::environment::detail {

using count = std::optional<std::uint64_t>;

/// Unknown if one of them is unknown, or if the counter ran backwards.
inline count difference(const count& after, const count& before) {
    return after && before && *after >= *before ? count(*after - *before) : std::nullopt;
}

/// Unknown if it is no number, or a negative one.
inline count counter_of(std::string_view text) {
    const auto value = integer(text);
    return value && *value >= 0 ? count(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

/// The number on the first line of a file.
inline count counter_in(const machine_file_handle& file) {
    const std::string text = file.read().text.value_or("");
    return counter_of(std::string_view(text).substr(0, text.find('\n')));
}

} // namespace tollgate::environment::detail
