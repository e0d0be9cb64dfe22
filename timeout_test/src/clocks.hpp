// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <array>
#include <chrono>
#include <string_view>
#include <type_traits>

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

/// Calls `make` with the type of that clock.
template <class Make>
auto with_clock(clock_kind which, Make make) {
    switch (which) {
    case clock_kind::tsc:
        return make(std::type_identity<clock::tsc_clock>{});
    case clock_kind::coarse:
        return make(std::type_identity<clock::coarse_clock>{});
    case clock_kind::os:
        break;
    }
    return make(std::type_identity<std::chrono::steady_clock>{});
}

} // namespace tollgate::timeout_test
