// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tollgate::measure {

/// The method by which the value of a case is found.
enum class method {
    /// The value is the mean over a long loop that does not read the clock. The samples come from
    /// other batches.
    untimed_loop,
    /// The value is the median time of events. Each event is timed by itself, because the loop has
    /// to wait for each event.
    single_events,
    /// The value is the mean over a long batch. The case reads its own clock before and after the
    /// batch, in nanoseconds. There are no samples.
    self_timed,
    /// The value is found as for untimed_loop. There are no samples, because the program has too
    /// many cases.
    unsampled_loop
};

/// The names of the methods, in the order of the enumerators.
inline constexpr std::array<std::string_view, 4> method_names{"untimed_loop", "single_events",
                                                              "self_timed", "unsampled_loop"};

/// Returns whether cases with this method have samples: times of single operations.
[[nodiscard]] constexpr bool has_samples(method value) {
    return value == method::untimed_loop || value == method::single_events;
}

/// Returns the name of a method.
[[nodiscard]] constexpr std::string_view to_string(method value) {
    return method_names[static_cast<std::size_t>(value)];
}

/// Returns the method with this name; absent if no method has this name.
[[nodiscard]] constexpr std::optional<method> parse_method(std::string_view text) {
    const auto name = std::ranges::find(method_names, text);
    return name == method_names.end()
               ? std::nullopt
               : std::optional(static_cast<method>(name - method_names.begin()));
}

} // namespace tollgate::measure
