// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/schedule.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollgate::measure {

/// The result of one batch: one run of a measured loop.
struct batch {
    /// The length of each group of operations, in the clock's counts, in the schedule's order.
    std::vector<std::int64_t> intervals;
    bool complete = false; ///< whether the probe saw the end of every group
    loop_report report;    ///< the loop's report of its own work
    /// The length of the whole batch, by a clock that is never set. Present if the intervals come
    /// from a clock of nanoseconds that can be set during the batch.
    std::optional<std::chrono::nanoseconds> lasted{};
};

/// Returns the message of a failed self-check: `intervals` intervals ended before they began.
[[nodiscard]] std::string ended_before_they_began(std::uint64_t intervals);

/// The message of a failed self-check: an interval outlasts its batch (see `outlasts`).
inline constexpr std::string_view longer_than_its_batch =
    "an interval is longer than the whole batch: the clock was set forward (--clock monotonic is "
    "never set)";

/// Returns whether this length of an interval is longer than the whole batch, by more than 0.1 %
/// plus 1 ms. Pure.
[[nodiscard]] bool outlasts(std::int64_t length, const batch& whole);

/// Runs the self-checks of a batch. Returns a line for each self-check that failed. Pure.
///
/// - The members of the loop did all operations, and shared the operations evenly.
/// - No interval is missing, ends before it begins, or is longer than the batch.
/// - The number by which the value is divided was counted.
/// - The threads stayed on their CPUs.
[[nodiscard]] std::vector<std::string> failed_self_checks(const batch& done,
                                                          const schedule& scheduled);

/// Runs the same self-checks for a batch of events. Each operation is one event, and members need
/// not share the events evenly. Pure.
[[nodiscard]] std::vector<std::string> failed_event_self_checks(const batch& done,
                                                                const schedule& scheduled);

} // namespace tollgate::measure
