// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

namespace tollgate::timeout_test {

/// What is done with timers.
enum class act { arm, rearm, cancel, arm_cancel, expire };

inline constexpr std::array all_acts{act::arm, act::rearm, act::cancel, act::arm_cancel,
                                     act::expire};

[[nodiscard]] constexpr std::string_view to_string(act which) {
    switch (which) {
    case act::arm:
        return "arm";
    case act::rearm:
        return "rearm";
    case act::cancel:
        return "cancel";
    case act::arm_cancel:
        return "arm_cancel";
    case act::expire:
        break;
    }
    return "expire";
}

} // namespace tollgate::timeout_test
