// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

namespace tollgate::sleep {

/// How a sleep ended: by a wake, whose permit it then took, or at its deadline, when it took none.
/// There is no third way.
enum class outcome { woken, timeout };

[[nodiscard]] constexpr std::string_view to_string(outcome how) {
    return how == outcome::woken ? "woken" : "timeout";
}

} // namespace tollgate::sleep
