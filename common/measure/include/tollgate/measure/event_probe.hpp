// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// Collects the lengths of events that have to be waited for: a wake-up and the return from the
/// sleep, or a deadline and the return after it.
///
/// The loop that brings the events about asks `wanted()` before each event. It takes the time
/// stamps with `begin()` and `end()`, on one thread or two, and hands them over with `add()`. The
/// first events are the schedule's warm-up, which is not kept, and which may be shorter than the
/// others. If `wanted()` returns false before all events are there, the run was interrupted.
///
/// - *Threads*: one at a time; `begin()`, `end()` and `interrupted()` may be called by any.
template <clock::stopwatch Clock>
class event_probe {
public:
    /// Collects as many events as the schedule has groups.
    event_probe(Clock clock, schedule scheduled) : clock_(clock), scheduled_(std::move(scheduled)) {
        intervals_.reserve(scheduled_.groups());
    }

    event_probe(const event_probe&) = delete;
    event_probe& operator=(const event_probe&) = delete;

    /// Whether the loop should bring about another event.
    [[nodiscard]] bool wanted() const { return !complete() && !interrupted(); }
    /// Whether the next event belongs to the warm-up.
    [[nodiscard]] bool warming_up() const { return warmed_up_ < scheduled_.warmup; }
    /// Whether the run was interrupted.
    [[nodiscard]] bool interrupted() const {
        return scheduled_.interrupted && scheduled_.interrupted();
    }

    /// The time stamp of an event's beginning, in the clock's counts.
    [[nodiscard]] std::int64_t begin() const { return clock_.begin(); }
    /// The time stamp of an event's end.
    [[nodiscard]] std::int64_t end() const { return clock_.end(); }

    /// Adds an event.
    void add(std::int64_t begun, std::int64_t ended) {
        if (warming_up()) {
            ++warmed_up_;
        } else {
            intervals_.push_back(ended - begun);
        }
    }

    /// Lengths in the clock's counts, in the order in which they were added.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }
    /// Whether all events have been added.
    [[nodiscard]] bool complete() const { return intervals_.size() >= scheduled_.groups(); }
    /// The events added so far, including the warm-up's.
    [[nodiscard]] std::uint64_t events() const { return warmed_up_ + intervals_.size(); }

private:
    [[no_unique_address]] Clock clock_;
    schedule scheduled_;
    std::uint64_t warmed_up_ = 0;
    std::vector<std::int64_t> intervals_;
};

} // namespace tollgate::measure
