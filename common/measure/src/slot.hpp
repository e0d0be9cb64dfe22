// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/source.hpp>
#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::measure {

/// Called right before and right after the batch with the value, on the thread that runs it.
struct value_watch {
    std::function<void()> begins = [] {};
    std::function<void(const loop_report&)> ended = [](const loop_report&) {};
};

/// The observations of one case in one round, in one batch or two.
struct slot {
    std::int64_t value = 0;               ///< length of the long group, in the clock's counts;
                                          ///< not used for events
    std::uint64_t value_operations = 0;   ///< in that group
    std::vector<std::int64_t> samples;    ///< intervals in the order of the plan's samples
    loop_report value_report;             ///< of the batch with the value
    std::uint64_t metered_operations = 0; ///< of that batch, the warm-up's included
    std::uint64_t metered_groups = 0;     ///< of that batch: two readings each, to subtract
    std::vector<int> cpus;                ///< of all batches
    std::vector<std::string> failures; ///< of all batches; with a failure the intervals are invalid
    bool cut_short = false;            ///< interrupted: nothing here is valid
    std::optional<std::string> lost{}; ///< given up: nothing else here is valid
};

/// Runs the case as planned, with the value's part first or last.
[[nodiscard]] slot observe(const measured_case& subject, const case_plan& planned,
                           clock::source source, bool value_first, const value_watch& watch = {});

/// Runs a case of events. The requested part of each sample is subtracted.
[[nodiscard]] slot observe_events(const measured_case& subject, const schedule& scheduled,
                                  const calibration& clock, const value_watch& watch = {});

} // namespace tollgate::measure
