// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::clock {

/// The clocks for measurements.
///
///     const auto source = clock::parse_source("tsc");
///     const std::string_view name = clock::to_string(*source); // "tsc"
enum class source {
    realtime,  ///< CLOCK_REALTIME, in ns
    monotonic, ///< CLOCK_MONOTONIC, in ns
    tsc        ///< the CPU's counter, in ticks: time stamp counter, on 64-bit Arm the generic timer
};

/// All sources.
inline constexpr std::array all_sources{source::realtime, source::monotonic, source::tsc};

/// Their names, in the order of the enumerators.
inline constexpr std::array<std::string_view, 3> source_names{"realtime", "monotonic", "tsc"};

/// The name of a source.
[[nodiscard]] constexpr std::string_view to_string(source chosen) {
    return source_names[static_cast<std::size_t>(chosen)];
}

/// The source of that name; empty if there is none.
[[nodiscard]] constexpr std::optional<source> parse_source(std::string_view name) {
    for (const source candidate : all_sources) {
        if (to_string(candidate) == name) {
            return candidate;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::clock
