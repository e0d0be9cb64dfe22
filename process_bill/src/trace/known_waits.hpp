// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

namespace tollgate::bill {

/// What the counting takes, found by counting events of this process that are known.
struct counting_costs {
    /// The CPU time of one wait and its wake-up, as it is measured, in ns: two threads on one CPU
    /// that hand over to each other, whose price is in the list.
    double known_wait_ns = 0;
    double call_ns = 0; ///< what counting adds to a system call
};

/// Takes about 20 ms. Nothing if the events cannot be counted.
[[nodiscard]] std::optional<counting_costs> measure_counting();

} // namespace tollgate::bill
