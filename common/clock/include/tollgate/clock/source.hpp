// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tollgate::clock {

/// The clocks by which is measured. The POSIX ones count nanoseconds; `tsc` is the CPU's own
/// counter (the time stamp counter, on 64-bit Arm the generic timer) and counts ticks.
enum class source { realtime, monotonic, tsc };

inline constexpr std::array all_sources{source::realtime, source::monotonic, source::tsc};

[[nodiscard]] std::string_view to_string(source which);

/// The source of that name, or nothing.
[[nodiscard]] std::optional<source> parse_source(std::string_view name);

} // namespace tollgate::clock
