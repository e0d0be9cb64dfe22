// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// So that a registry notes the freezes that it reports, in words, until it ends: the first hundred
/// at most. Recoveries are left out: there is a freeze before each.
[[nodiscard]] liveness::settings noting_alarms(liveness::settings how,
                                               std::vector<std::string>& all);

/// More threads than CPUs, for a while.
struct crowd_of_threads {
    std::size_t spinners; ///< who want the CPU all the time
    std::size_t workers;  ///< who pass a checkpoint after each 0.1 ms of work, and now and then
                          ///< sleep for a millisecond
    std::chrono::nanoseconds lasts;
};

struct window_of_load {
    std::int64_t longest = 0; ///< that a worker went without a checkpoint, in the probe's counts
    std::uint64_t least_checkpoints = 0; ///< of a worker
    measure::loop_report report;
};

/// Threads: as many as it says besides the calling one, which waits. Throws what run_crew throws.
[[nodiscard]] window_of_load load_for(const crowd_of_threads& who, liveness::registry& in,
                                      const stamps& stamp);

/// Windows of load under a registry with threads of its own. An event is as long as the longest
/// time for which a worker went without a checkpoint in its window. None may be reported.
struct alarm_loop {
    crowd_of_threads who;
    liveness::settings how; ///< of the registry

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        std::vector<std::string> alarms;
        {
            liveness::registry watching(noting_alarms(how, alarms));
            const stamps stamp = stamps_of(probe);
            while (probe.wanted() && report.failures.empty()) {
                const bool warms_up = probe.warming_up();
                crowd_of_threads now = who;
                if (warms_up) {
                    now.lasts = std::min(now.lasts, measure::longest_warm_up);
                }
                const window_of_load window = load_for(now, watching, stamp);
                report.used += window.report.used;
                report.cpus = window.report.cpus;
                if (!warms_up && window.least_checkpoints == 0) {
                    report.failures.emplace_back("a worker passed no checkpoint");
                }
                probe.add(0, window.longest);
            }
        }
        report.failures.insert(report.failures.end(), alarms.begin(), alarms.end());
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
