// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::sleep {

/// The result of a sleep.
enum class outcome {
    woken,   ///< a wake ended the sleep, and the sleep took the permit of the wake
    timeout, ///< the deadline ended the sleep, and the sleep took no permit
};

/// The name of the enumerator.
[[nodiscard]] constexpr std::string_view to_string(outcome result) {
    return result == outcome::woken ? "woken" : "timeout";
}

} // namespace tollgate::sleep
