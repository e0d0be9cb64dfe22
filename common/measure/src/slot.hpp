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

/// Called on the thread that runs the batches, right before the one with the value and right after
/// it.
struct value_watch {
    std::function<void()> begins = [] {};
    std::function<void(const loop_report&)> ended = [](const loop_report&) {};
};

/// What one case gave in one round, whether that took two batches or one.
struct slot {
    std::int64_t value = 0;               ///< length of the long group, in the clock's counts
                                          ///< (of events nothing)
    std::uint64_t value_operations = 0;   ///< in that group
    std::vector<std::int64_t> samples;    ///< intervals in the order of the plan's samples
    loop_report value_report;             ///< of the batch with the value
    std::uint64_t metered_operations = 0; ///< of that batch, the warm-up's included
    std::uint64_t metered_groups = 0;     ///< of that batch: two readings each
    std::vector<int> cpus;                ///< of all batches
    std::vector<std::string> failures;    ///< of all batches; then the intervals mean nothing
    bool cut_short = false;               ///< interrupted: nothing here means anything
    std::optional<std::string> lost{};    ///< given up: nothing else here means anything
};

/// Runs the case as planned, the value's part first or last.
[[nodiscard]] slot observe(const measured_case& one, const case_plan& what, clock::source source,
                           bool value_first, const value_watch& watch = {});

/// Runs a case of events; its samples are less what was asked for of each.
[[nodiscard]] slot observe_events(const measured_case& one, const schedule& asked,
                                  const calibration& clock, const value_watch& watch = {});

} // namespace tollgate::measure
