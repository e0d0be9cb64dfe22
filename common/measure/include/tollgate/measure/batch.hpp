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

/// The result of one run of a measured loop.
struct batch {
    std::vector<std::int64_t> intervals; ///< in the clock's counts, in the schedule's order
    bool complete = false;               ///< the probe saw the end of every group
    loop_report report;                  ///< the loop's report of its own work
    /// The length of the whole batch by a clock that is never set. It is known if the intervals are
    /// in nanoseconds of a clock that can be set meanwhile.
    std::optional<std::chrono::nanoseconds> lasted{};
};

/// The message of a failed self-check: this number of intervals ended before they began.
[[nodiscard]] std::string ended_before_they_began(std::uint64_t intervals);

/// The message of a failed self-check: see `outlasts`.
inline constexpr std::string_view longer_than_its_batch =
    "an interval is longer than the whole batch: the clock was set forward (--clock monotonic is "
    "never set)";

/// Whether this length is longer than the whole batch took, by more than 0.1 % and 1 ms. Pure.
[[nodiscard]] bool outlasts(std::int64_t length, const batch& whole);

/// The self-checks of a batch: a line for each that failed, empty if all held. Pure.
///
/// - All iterations are accounted for, and the members shared them evenly.
/// - No interval is missing, ends before it begins, or is longer than the batch.
/// - The number by which the value is divided was counted.
/// - The threads stayed on their CPUs.
[[nodiscard]] std::vector<std::string> failed_self_checks(const batch& done,
                                                          const schedule& scheduled);

/// The same for events: each iteration is one event, whichever member had it. Pure.
[[nodiscard]] std::vector<std::string> failed_event_self_checks(const batch& done,
                                                                const schedule& scheduled);

} // namespace tollgate::measure
