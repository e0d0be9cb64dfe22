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

/// What one run of a measured loop gave: its intervals in the clock's counts, in the schedule's
/// order, and what it said of its work.
struct batch {
    std::vector<std::int64_t> intervals;
    bool complete = false; ///< the probe saw every group through
    loop_report report;
    /// How long all of it took by a clock that is never set; known if the intervals are in
    /// nanoseconds of a clock that may be set meanwhile.
    std::optional<std::chrono::nanoseconds> lasted{};
};

/// That this many intervals ended before they began, in words for a reader.
[[nodiscard]] std::string ended_before_they_began(std::uint64_t intervals);

inline constexpr std::string_view longer_than_its_batch =
    "an interval is longer than the whole batch: the clock was set forward (--clock monotonic is "
    "never set)";

/// Whether this length is longer than the whole batch took, by more than 0.1 % and 1 ms. Pure.
[[nodiscard]] bool outlasts(std::int64_t length, const batch& whole);

/// The proofs of work: what is wrong with this batch, a line each; empty when all held. Turns are
/// all accounted for and shared evenly, no interval is missing, none ends before it begins or is
/// longer than the batch, what the value is divided by was counted, and the threads stayed where
/// they were put. Pure.
[[nodiscard]] std::vector<std::string> failed_proofs(const batch& done, const schedule& asked);

/// The same for events: each turn is one, of whichever member.
[[nodiscard]] std::vector<std::string> failed_event_proofs(const batch& done,
                                                           const schedule& asked);

} // namespace tollgate::measure
