// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <string>
#include <string_view>

namespace tollgate::report {

/// What a run and the process that does one of its passes tell each other, in JSON. It is not kept:
/// both ends are the same executable. All pure; what is read and is not what was written throws
/// unreadable_result.

/// What a pass is to do, by the clock as the run has calibrated it.
struct ordered_pass {
    measure::pass_order order;
    measure::calibration clock;
};

[[nodiscard]] std::string order_text(const measure::pass_order& order,
                                     const measure::calibration& clock);
[[nodiscard]] ordered_pass read_order(std::string_view text);

[[nodiscard]] std::string pass_text(const measure::pass& measured);
[[nodiscard]] measure::pass read_pass(std::string_view text);

} // namespace tollgate::report
