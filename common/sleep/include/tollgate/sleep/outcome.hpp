// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::sleep {

/// How a sleep ended.
enum class outcome {
    woken,   ///< by a wake: the sleep took its permit
    timeout, ///< at its deadline: the sleep took no permit
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(outcome result) {
    return result == outcome::woken ? "woken" : "timeout";
}

} // namespace tollgate::sleep
