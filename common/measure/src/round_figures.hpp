// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "slot.hpp"

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/case_record.hpp>
#include <tollgate/measure/schedule.hpp>
#include <tollgate/stats/line_fit.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tollgate::measure {

// The figures of a round from its observations. All functions are pure but the last two.

/// The value and the usage, for one operation (or one counted unit of it). The readings' cost is
/// subtracted from the CPU time: two readings for each group, at their median cost.
[[nodiscard]] case_round figures_of(const slot& observed, const calibration& clock);

/// The same for events. The value is their median less an empty interval. The line goes through the
/// empty interval and the events' mean.
[[nodiscard]] case_round figures_of_events(const slot& observed, const calibration& clock);

/// The line through the mean length of a group over its size, in ns. It uses means, because
/// operations may alternate between two costs (every fifth resume is the dispatcher's): then the
/// median does not grow linearly with the size. The line itself is robust.
[[nodiscard]] stats::line fit_of(std::span<const std::int64_t> samples, const schedule& scheduled,
                                 double ns_per_count, double units_per_operation);

/// Rounds to seven significant digits. A round's figure is precise to four digits at best, and
/// files have thousands of figures. They are rounded before anything is concluded from them, so
/// that the same follows from the file. Infinite numbers and NaN stay as they are.
[[nodiscard]] double seven_digits(double figure);
/// The same for all figures of a round.
[[nodiscard]] case_round in_seven_digits(case_round figures);

/// Adds the intervals of single operations to the record's histogram and its largest samples.
void keep_samples(std::span<const std::int64_t> samples, const schedule& scheduled,
                  const case_round& round, case_record& record);

/// Notes the preemptions of a case with a single thread. Among several threads they belong to the
/// hand-off.
void note_preemptions(const loop_report& report, std::size_t threads,
                      std::vector<std::string>& disturbances);

} // namespace tollgate::measure
