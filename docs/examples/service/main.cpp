// SPDX-License-Identifier: BSL-1.0
// A service that systemd restarts when one of its threads is frozen; its unit has WatchdogSec=.
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/systemd_watchdog.hpp>
#include <tollgate/liveness/watched_scope.hpp>

namespace liveness = tollgate::liveness;

liveness::settings settings_with_watchdog() {
    liveness::settings settings;
    if (const auto watchdog = liveness::systemd_watchdog::from_environment()) {
        settings.on_heartbeat = [watchdog =
                                     *watchdog](const liveness::heartbeat& heartbeat) mutable {
            watchdog(heartbeat.all_alive(), heartbeat.now);
        };
    }
    return settings;
}

int main() {
    liveness::registry watch(settings_with_watchdog()); // notifies systemd from here on
    // The service may be idle here for any time, because no scope has begun.
    const liveness::watched_scope serving(watch, "server", 1);
}
