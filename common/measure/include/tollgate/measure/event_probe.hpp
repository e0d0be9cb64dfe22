// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// Collects the lengths of events for which a loop has to wait. An event lasts, for example, from a
/// wake-up to the return from the sleep, or from a deadline to the return after the deadline.
///
/// The loop calls `wanted()` before each event. The loop takes the time stamps with `begin()` and
/// `end()`, on one or two threads, and passes the time stamps to `add()`. The first events are the
/// schedule's warm-up. The probe does not keep the warm-up's events, which may be shorter than the
/// other events. If `wanted()` returns false before all events were added, the run was interrupted.
///
/// - *Threads*: one at a time. Any thread may call `begin()`, `end()` and `interrupted()` at any
///   time.
template <clock::stopwatch Clock>
class event_probe {
public:
    /// Collects as many events as the schedule has groups.
    event_probe(Clock clock, schedule scheduled) : clock_(clock), scheduled_(std::move(scheduled)) {
        intervals_.reserve(scheduled_.groups());
    }

    event_probe(const event_probe&) = delete;
    event_probe& operator=(const event_probe&) = delete;

    /// Whether the loop should run another event.
    [[nodiscard]] bool wanted() const { return !complete() && !interrupted(); }
    /// Whether the next event belongs to the warm-up.
    [[nodiscard]] bool warming_up() const { return warmed_up_ < scheduled_.warmup; }
    /// Whether the run was interrupted.
    [[nodiscard]] bool interrupted() const {
        return scheduled_.interrupted && scheduled_.interrupted();
    }

    /// Returns the time stamp of an event's beginning, in the clock's counts.
    [[nodiscard]] std::int64_t begin() const { return clock_.begin(); }
    /// Returns the time stamp of an event's end, in the clock's counts.
    [[nodiscard]] std::int64_t end() const { return clock_.end(); }

    /// Adds an event by its two time stamps.
    void add(std::int64_t begun, std::int64_t ended) {
        if (warming_up()) {
            ++warmed_up_;
        } else {
            intervals_.push_back(ended - begun);
        }
    }

    /// The lengths of the events in the clock's counts, in the order of the calls of `add()`.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }
    /// Whether all events have been added.
    [[nodiscard]] bool complete() const { return intervals_.size() >= scheduled_.groups(); }
    /// The number of events added so far, including the warm-up's events.
    [[nodiscard]] std::uint64_t events() const { return warmed_up_ + intervals_.size(); }

private:
    [[no_unique_address]] Clock clock_;
    schedule scheduled_;
    std::uint64_t warmed_up_ = 0;
    std::vector<std::int64_t> intervals_;
};

} // namespace tollgate::measure
