// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tollgate::timeout_test {

/// The clock of a scheduler's timeouts.
enum class clock_kind {
    os,    ///< std::chrono::steady_clock
    tsc,   ///< clock::tsc_clock
    coarse ///< clock::coarse_clock
};

inline constexpr std::array<std::string_view, 3> clock_names{"os", "tsc", "coarse"};

[[nodiscard]] constexpr std::string_view to_string(clock_kind clock) {
    return clock_names[static_cast<std::size_t>(clock)];
}

/// Calls `use(kind, type)` for each of the named clocks, in the order of `clock_kind`.
template <class Use>
void for_each_clock(const std::vector<std::string>& named, Use use) {
    const auto use_named = [&](clock_kind kind, auto type) {
        if (std::find(named.begin(), named.end(), to_string(kind)) != named.end()) {
            use(kind, type);
        }
    };
    use_named(clock_kind::os, std::type_identity<std::chrono::steady_clock>());
    use_named(clock_kind::tsc, std::type_identity<clock::tsc_clock>());
    use_named(clock_kind::coarse, std::type_identity<clock::coarse_clock>());
}

} // namespace tollgate::timeout_test
