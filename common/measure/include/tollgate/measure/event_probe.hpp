// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// Collects the lengths of events. An event is an operation for which a loop has to wait. For
/// example, an event lasts from a wake-up to the return from the sleep.
///
/// The loop calls `wanted()` before each event. The loop takes the time stamps with `begin()` and
/// `end()`, on one thread or on two threads, and passes the time stamps to `add()`. The first
/// events are the warm-up of the schedule. The probe does not store the warm-up events, which may
/// be shorter than other events. If `wanted()` returns false before all events were added, the run
/// was interrupted.
///
/// - *Threads*: one thread at a time. But any thread may call `begin()`, `end()` and
///   `interrupted()` at any time.
template <clock::stopwatch Clock>
class event_probe {
public:
    /// Collects as many events as the schedule has groups.
    event_probe(Clock clock, schedule scheduled) : clock_(clock), scheduled_(std::move(scheduled)) {
        intervals_.reserve(scheduled_.groups());
    }

    event_probe(const event_probe&) = delete;
    event_probe& operator=(const event_probe&) = delete;

    /// Returns whether the loop must cause another event.
    [[nodiscard]] bool wanted() const { return !complete() && !interrupted(); }
    /// Returns whether the next event belongs to the warm-up.
    [[nodiscard]] bool warming_up() const { return warmed_up_ < scheduled_.warmup; }
    /// Returns whether the run was interrupted.
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

    /// Returns the lengths of the events in the clock's counts, in the order in which they were
    /// added.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }
    /// Returns whether all events have been added.
    [[nodiscard]] bool complete() const { return intervals_.size() >= scheduled_.groups(); }
    /// Returns the number of events that were added so far, including the warm-up events.
    [[nodiscard]] std::uint64_t events() const { return warmed_up_ + intervals_.size(); }

private:
    [[no_unique_address]] Clock clock_;
    schedule scheduled_;
    std::uint64_t warmed_up_ = 0;
    std::vector<std::int64_t> intervals_;
};

} // namespace tollgate::measure
