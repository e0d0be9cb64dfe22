// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

/// What a run and the process that does one of its passes tell each other, in JSON. It is not kept:
/// both ends are the same executable. All pure; what is read and is not what was written throws
/// unreadable_result.

/// What a pass is to do, by the clock as the run has calibrated it.
struct ordered_pass {
    measure::pass_order order;
    measure::calibration clock;
    /// Of a case that is explained: what is measured in place of the program's cases. Each variant
    /// has the names of its interventions; without one it is the case as it is.
    std::vector<std::vector<std::string>> variants{};
    std::string handed_on{}; ///< by the program to itself, with its descriptors
};

[[nodiscard]] std::string order_text(const ordered_pass& ordered);
[[nodiscard]] ordered_pass read_order(std::string_view text);

[[nodiscard]] std::string pass_text(const measure::pass& measured);
[[nodiscard]] measure::pass read_pass(std::string_view text);

} // namespace tollgate::report
