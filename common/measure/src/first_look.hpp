// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/run_hooks.hpp>

#include <vector>

namespace tollgate::measure {

/// The clock of a case's intervals: the run's clock, or for a case that times itself, a clock of
/// nanoseconds. The intervals of such a case contain no reading. Pure.
[[nodiscard]] calibration clock_of(const measured_case& subject, const calibration& run_clock);

/// Each of these CPUs once, ascending. Pure.
[[nodiscard]] std::vector<int> each_once(std::vector<int> cpus);

/// Runs a case briefly; see session::look_at. A case of events is not run. An interrupt ends the
/// first look early.
[[nodiscard]] pilot first_look(const measured_case& subject, const calibration& clock,
                               const run_hooks& hooks);

} // namespace tollgate::measure
