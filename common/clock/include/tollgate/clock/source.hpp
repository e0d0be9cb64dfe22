// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::clock {

/// The clocks by which is measured. The POSIX ones count nanoseconds; `tsc` is the CPU's own
/// counter (the time stamp counter, on 64-bit Arm the generic timer) and counts ticks.
enum class source { realtime, monotonic, tsc };

inline constexpr std::array all_sources{source::realtime, source::monotonic, source::tsc};

/// In the order of the enumerators.
inline constexpr std::array<std::string_view, 3> source_names{"realtime", "monotonic", "tsc"};

[[nodiscard]] constexpr std::string_view to_string(source which) {
    return source_names[static_cast<std::size_t>(which)];
}

/// The source of that name, or nothing.
[[nodiscard]] constexpr std::optional<source> parse_source(std::string_view name) {
    for (const source candidate : all_sources) {
        if (to_string(candidate) == name) {
            return candidate;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::clock
