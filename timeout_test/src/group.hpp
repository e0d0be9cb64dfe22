// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

namespace tollgate::timeout_test {

/// How a receive gets its timeout; the ancestor's groups, and one of ours.
enum class group {
    baseline,           ///< it has none
    timeout,            ///< made for each receive
    sleep,              ///< a timer made for each, and the receive raced against it
    reused_sleep,       ///< one timer, set anew for each
    reused_boxed_sleep, ///< the same behind a pointer
    deferred            ///< made for each, and counted from the scheduler's next look
};

inline constexpr std::array all_groups{
    group::baseline,           group::timeout, group::sleep, group::reused_sleep,
    group::reused_boxed_sleep, group::deferred};

[[nodiscard]] constexpr std::string_view to_string(group which) {
    constexpr std::array<std::string_view, all_groups.size()> names{
        "baseline", "timeout", "sleep", "reused_sleep", "reused_boxed_sleep", "deferred"};
    return names[static_cast<std::size_t>(which)];
}

/// Of those that have no reason to read a clock for each receive.
[[nodiscard]] constexpr bool leaves_the_clock_alone(group which) {
    return which != group::timeout;
}

} // namespace tollgate::timeout_test
