// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// A registry that keeps what it reports, in words.
///
/// Threads: any may register; the rest is for one.
class alarm_list {
public:
    explicit alarm_list(liveness::settings how);
    alarm_list(const alarm_list&) = delete;
    alarm_list& operator=(const alarm_list&) = delete;

    [[nodiscard]] liveness::registry& registry() noexcept { return *registry_; }

    /// Ends the registry. All that it has reported, the first hundred at most; recoveries are not
    /// told apart, there is a freeze before each.
    [[nodiscard]] std::vector<std::string> end();

private:
    void note(const liveness::event& what);

    std::mutex mutex_;
    std::vector<std::string> all_; // with the mutex
    std::optional<liveness::registry> registry_;
};

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
