// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "freezer.hpp"
#include "subjects.hpp"

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace tollgate::liveness_test {

/// Freezes of the calling thread, at random moments of the monitor's period. An event begins right
/// before the thread's last checkpoint and ends in the sink; what remains of it without the timeout
/// is the delay.
struct delay_loop {
    std::chrono::nanoseconds timeout;
    liveness::settings how; ///< of the registry: as shipped but for timeout and period
    std::shared_ptr<measure::moments> when;
    int sinks = 1; ///< more of them in a check

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        freezer freezing(how, stamps_of(probe), sinks);
        sleep::parker pause;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            pause.sleep_for(when->next());
            std::optional<std::chrono::nanoseconds> own;
            if (probe.warming_up()) {
                own = std::min(timeout, measure::longest_warm_up);
            }
            auto seen = freezing.freeze_once(own, [&probe] { return probe.interrupted(); });
            if (!seen) {
                break;
            }
            if (!own) {
                seen->timeout = timeout;
            }
            if (std::string what = wrong_with(*seen); !what.empty()) {
                report.failures.push_back(std::move(what));
            }
            probe.add(seen->begun, seen->ended);
        }
        meter.add_to(report);
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
