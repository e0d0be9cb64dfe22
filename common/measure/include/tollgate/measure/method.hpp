// SPDX-License-Identifier: BSL-1.0
#pragma once

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

[[nodiscard]] std::string_view to_string(method which);
[[nodiscard]] std::optional<method> parse_method(std::string_view text);

} // namespace tollgate::measure
