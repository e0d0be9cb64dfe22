// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "alarm_list.hpp"
#include "stamps.hpp"
#include "window_of_load.hpp"

#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <string>

namespace tollgate::liveness_test {

/// Windows of load under a registry with threads of its own. An event is as long as the longest
/// time for which a worker went without a checkpoint in its window. Nobody may be reported.
struct alarm_loop {
    crowd_of_threads who;
    liveness::settings how; ///< of the registry

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        alarm_list alarms(how);
        const stamps stamp = stamps_of(probe);
        measure::loop_report report;
        while (probe.wanted() && report.failures.empty()) {
            const bool warms_up = probe.warming_up();
            crowd_of_threads now = who;
            if (warms_up) {
                now.lasts = std::min(now.lasts, measure::longest_warm_up);
            }
            const window_of_load window = load_for(now, alarms.registry(), stamp);
            report.used += window.report.used;
            report.cpus = window.report.cpus;
            if (!warms_up && window.least_checkpoints == 0) {
                report.failures.emplace_back("a worker passed no checkpoint");
            }
            probe.add(0, window.longest);
        }
        for (std::string& alarm : alarms.end()) {
            report.failures.push_back(std::move(alarm));
        }
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
