// SPDX-License-Identifier: BSL-1.0
#include <tollgate/liveness/systemd_watchdog.hpp>

namespace tollgate::liveness {

std::optional<systemd_watchdog> systemd_watchdog::from_environment() {
    return std::nullopt;
}

bool systemd_watchdog::send() const noexcept {
    return false;
}

} // namespace tollgate::liveness
