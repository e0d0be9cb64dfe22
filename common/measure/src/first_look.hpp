// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/surroundings.hpp>

#include <vector>

namespace tollgate::measure {

/// The clock that a case's intervals are of: ours, or where it times itself one of nanoseconds, no
/// reading of which is a part of them. Pure.
[[nodiscard]] calibration clock_of(const measured_case& one, const calibration& ours);

/// These CPUs, ascending. Pure.
[[nodiscard]] std::vector<int> each_once(std::vector<int> cpus);

/// Runs a case briefly, as session::look_at says; one of events is not run. An interrupt ends it
/// early.
[[nodiscard]] pilot first_look(const measured_case& one, const calibration& ours,
                               const surroundings& outside);

} // namespace tollgate::measure
