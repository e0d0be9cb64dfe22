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

/// Options with a sink that describes each freeze in `all`, the first hundred at most. Recoveries
/// are left out: a freeze comes before each.
[[nodiscard]] liveness::settings noting_alarms(liveness::settings options,
                                               std::vector<std::string>& all);

/// More threads than CPUs, for a while.
struct thread_load {
    std::size_t spinners; ///< threads that want the CPU all the time
    /// Threads that pass a checkpoint after each 0.1 ms of work, and sleep now and then for 1 ms.
    std::size_t workers;
    std::chrono::nanoseconds lasts;
};

struct window_of_load {
    std::int64_t longest = 0; ///< time of a worker without a checkpoint, in the probe's counts
    std::uint64_t least_checkpoints = 0; ///< of any worker
    measure::loop_report report;
};

/// Runs all threads of the load; the calling thread waits. Throws the exceptions of
/// run_thread_group.
[[nodiscard]] window_of_load run_load(const thread_load& load, liveness::registry& watcher,
                                      const stamps& stamp);

/// Windows of load under a registry with its own threads. The length of an event is the longest
/// time of a worker without a checkpoint in the window. No worker may be reported.
struct alarm_loop {
    thread_load load;
    liveness::settings options; ///< of the registry

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        std::vector<std::string> alarms;
        {
            liveness::registry watching(noting_alarms(options, alarms));
            const stamps stamp = stamps_of(probe);
            while (probe.wanted() && report.failures.empty()) {
                const bool warms_up = probe.warming_up();
                thread_load current = load;
                if (warms_up) {
                    current.lasts = std::min(current.lasts, measure::longest_warm_up);
                }
                const window_of_load window = run_load(current, watching, stamp);
                report.used += window.report.used;
                report.cpus = window.report.cpus;
                if (!warms_up && window.least_checkpoints == 0) {
                    report.failures.emplace_back("a worker passed no checkpoint");
                }
                probe.add(0, window.longest);
            }
        }
        report.failures.insert(report.failures.end(), alarms.begin(), alarms.end());
        report.probe_calls = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
