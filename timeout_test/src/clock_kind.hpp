// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace tollgate::timeout_test {

/// By which clock a scheduler counts timeouts.
enum class clock_kind {
    os,    ///< std::chrono::steady_clock
    tsc,   ///< clock::tsc_clock
    coarse ///< clock::coarse_clock
};

inline constexpr std::array all_clocks{clock_kind::os, clock_kind::tsc, clock_kind::coarse};

[[nodiscard]] constexpr std::string_view to_string(clock_kind which) {
    switch (which) {
    case clock_kind::os:
        return "os";
    case clock_kind::tsc:
        return "tsc";
    case clock_kind::coarse:
        break;
    }
    return "coarse";
}

[[nodiscard]] constexpr std::optional<clock_kind> parse_clock(std::string_view text) {
    for (const clock_kind one : all_clocks) {
        if (to_string(one) == text) {
            return one;
        }
    }
    return std::nullopt;
}

} // namespace tollgate::timeout_test
