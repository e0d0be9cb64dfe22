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

/// From what was observed to the figures of a round. All pure.

/// The value and what was used, for one operation (or one counted unit of it). Readings are taken
/// off the CPU time: each group has two, at the median cost of one.
[[nodiscard]] case_round figures_of(const slot& seen, const calibration& clock);

/// The same of events: the value is their median less an empty interval, the line goes through the
/// empty interval and their mean.
[[nodiscard]] case_round figures_of_events(const slot& seen, const calibration& clock);

/// The line through the mean length of a group over its size, in ns. Means, not medians: where
/// operations alternate between two costs (every fifth resume is the dispatcher's) only the mean
/// grows linearly with the size. The line itself is robust.
[[nodiscard]] stats::line fit_of(std::span<const std::int64_t> samples, const schedule& asked,
                                 double ns_per_count, double units_per_operation);

/// To seven significant digits: a figure of one round is sure to four at best, and files have
/// thousands of them. They are rounded before anything is concluded from them, so that a file says
/// the same. What is not finite stays as it is.
[[nodiscard]] double seven_digits(double figure);
[[nodiscard]] case_round in_seven_digits(case_round figures);

/// Adds the intervals of single operations to the record's histogram and its largest samples.
void keep_samples(std::span<const std::int64_t> samples, const schedule& asked,
                  const case_round& round, case_record& record);

/// A lone thread that lost its CPU was disturbed; among several it is part of their hand-off.
void note_preemptions(const loop_report& report, std::size_t threads,
                      std::vector<std::string>& disturbances);

} // namespace tollgate::measure
