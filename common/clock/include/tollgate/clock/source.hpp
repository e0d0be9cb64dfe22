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
    tsc        ///< the CPU's counter, in ticks: the TSC on x86, the generic timer on 64-bit Arm
};

/// All sources.
inline constexpr std::array all_sources{source::realtime, source::monotonic, source::tsc};

/// The names of the sources, in the order of the enumerators.
inline constexpr std::array<std::string_view, 3> source_names{"realtime", "monotonic", "tsc"};

/// Returns the name of a source.
[[nodiscard]] constexpr std::string_view to_string(source chosen) {
    return source_names[static_cast<std::size_t>(chosen)];
}

/// Returns the source with this name; empty if no source has this name.
[[nodiscard]] constexpr std::optional<source> parse_source(std::string_view name) {
    for (const source candidate : all_sources) {
        if (to_string(candidate) == name) {
            return candidate;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::clock
