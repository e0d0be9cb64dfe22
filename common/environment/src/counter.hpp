// SPDX-License-Identifier: BSL-1.0
#pragma once
// A counter of the kernel, which may be unknown.

#include "machine_file_handle.hpp"
#include "text.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::environment::detail {

using count = std::optional<std::uint64_t>;

/// Unknown if one of them is unknown, or if the counter ran backwards.
inline count difference(const count& after, const count& before) {
    return after && before && *after >= *before ? count(*after - *before) : std::nullopt;
}

/// The number on the first line of a file; unknown if there is none, or a negative one.
inline count counter_in(const machine_file_handle& file) {
    const std::string text = file.read().text.value_or("");
    const auto value = integer(text.substr(0, text.find('\n')));
    return value && *value >= 0 ? count(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

} // namespace tollgate::environment::detail
