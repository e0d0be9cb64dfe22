// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

namespace tollgate::bill {

/// Observes waits of this process whose price is in the list, as event_source observes those of
/// others: two threads on one CPU that hand over to each other, for about 20 ms. Returns the CPU
/// time of one wait and its wake-up, in ns. Nothing if the events cannot be counted.
[[nodiscard]] std::optional<double> time_known_waits();

} // namespace tollgate::bill
