// SPDX-License-Identifier: BSL-1.0
// A service that systemd restarts when one of its threads is frozen: WatchdogSec= in its unit.
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>
#include <tollgate/liveness/watched_scope.hpp>

namespace liveness = tollgate::liveness;

liveness::settings looked_after_by_systemd() {
    liveness::settings how;
    if (const auto dog = liveness::systemd_watchdog::from_environment()) {
        how.on_pulse = [dog = *dog](const liveness::pulse& seen) mutable {
            dog(seen.all_alive(), seen.now);
        };
    }
    return how;
}

int main() {
    liveness::registry watch(looked_after_by_systemd()); // systemd hears of it from here on
    // … it may be idle for as long as it likes, and then
    const liveness::watched_scope serving(watch, "server", 1);
}
