// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstddef>

namespace tollgate::liveness {

/// What the monitor saw when it looked last.
struct pulse {
    std::chrono::steady_clock::time_point now;
    std::size_t watched = 0; ///< scopes that are watched at present
    std::size_t frozen = 0;  ///< of these

    [[nodiscard]] bool all_alive() const noexcept { return frozen == 0; }
};

} // namespace tollgate::liveness
