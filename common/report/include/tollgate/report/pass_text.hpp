// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

// The messages between the process of a run and the process of one of its passes, in JSON. The
// format has no version, because messages are never stored, and both processes run the same
// executable. All functions are pure. The read functions throw unreadable_result if the text is not
// valid.

/// The work that a run gives to the process of a pass, and the run's calibration of the clock.
struct ordered_pass {
    measure::pass_order order;  ///< the cases and their rounds
    measure::calibration clock; ///< the calibration of the run
    /// If a case is explained: the variants that are measured in place of the program's cases. Each
    /// variant is a list of names of interventions. The list of the unchanged case is empty.
    std::vector<std::vector<std::string>> variants{};
    std::string handed_on{}; ///< a text about the descriptors that the pass inherits
};

/// Writes the order for a pass.
[[nodiscard]] std::string order_text(const ordered_pass& ordered);
/// Reads the text of order_text.
[[nodiscard]] ordered_pass read_order(std::string_view text);

/// Writes the measurements of a pass.
[[nodiscard]] std::string pass_text(const measure::pass& measured);
/// Reads the text of pass_text.
[[nodiscard]] measure::pass read_pass(std::string_view text);

} // namespace tollgate::report
