// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// How the value of a case is found.
enum class method {
    /// The mean of a long loop in which no clock is read. Other batches give the samples.
    untimed_loop,
    /// The median of events. They are timed one by one, because each has to be waited for.
    single_events,
    /// The mean of a long batch, before and after which the case reads a clock of nanoseconds of
    /// its
    /// own. There are no samples.
    self_timed
};

/// In the order of the enumerators.
inline constexpr std::array<std::string_view, 3> method_names{"untimed_loop", "single_events",
                                                              "self_timed"};

/// The name of a method.
[[nodiscard]] constexpr std::string_view to_string(method value) {
    return method_names[static_cast<std::size_t>(value)];
}

/// The method of this name; nothing if there is none.
[[nodiscard]] constexpr std::optional<method> parse_method(std::string_view text) {
    const auto name = std::ranges::find(method_names, text);
    return name == method_names.end()
               ? std::nullopt
               : std::optional(static_cast<method>(name - method_names.begin()));
}

} // namespace tollgate::measure
