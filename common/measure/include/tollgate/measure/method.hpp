// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// How the value of a case comes about.
enum class method {
    /// The mean of a long loop in which no clock is read; the samples are others.
    unobserved_loop,
    /// The median of events that are timed one by one, because each has to be waited for.
    single_events,
    /// The mean of a long batch that reads a clock of its own, of nanoseconds, before it and after
    /// it. There are no samples.
    self_timed
};

/// In the order of the enumerators.
inline constexpr std::array<std::string_view, 3> method_names{"unobserved_loop", "single_events",
                                                              "self_timed"};

[[nodiscard]] constexpr std::string_view to_string(method which) {
    return method_names[static_cast<std::size_t>(which)];
}

[[nodiscard]] constexpr std::optional<method> parse_method(std::string_view text) {
    const auto found = std::ranges::find(method_names, text);
    return found == method_names.end()
               ? std::nullopt
               : std::optional(static_cast<method>(found - method_names.begin()));
}

} // namespace tollgate::measure
