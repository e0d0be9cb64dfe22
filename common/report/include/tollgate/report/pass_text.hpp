// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/calibration.hpp>
#include <tollgate/measure/plan.hpp>
#include <tollgate/measure/session.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tollgate::report {

// The messages between a run and the process that does one of its passes, in JSON. They are never
// stored, and both ends are the same executable, so the format has no version. All functions are
// pure. The read functions throw unreadable_result if the text is not valid.

/// The work of a pass, with the clock as the run has calibrated it.
struct ordered_pass {
    measure::pass_order order;  ///< the cases and their rounds
    measure::calibration clock; ///< the calibration of the run
    /// For a case that is explained: the variants to measure instead of the program's cases. Each
    /// variant has the names of its interventions; the case as it is has none.
    std::vector<std::vector<std::string>> variants{};
    std::string handed_on{}; ///< the descriptors that the pass inherits, as text
};

/// Writes the order for a pass.
[[nodiscard]] std::string order_text(const ordered_pass& ordered);
/// Reads the text of order_text.
[[nodiscard]] ordered_pass read_order(std::string_view text);

/// Writes what a pass measured.
[[nodiscard]] std::string pass_text(const measure::pass& measured);
/// Reads the text of pass_text.
[[nodiscard]] measure::pass read_pass(std::string_view text);

} // namespace tollgate::report
