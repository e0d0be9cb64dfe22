// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/stopwatch.hpp>
#include <tollgate/measure/schedule.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tollgate::measure {

/// Collects events that have to be waited for, each with a stamp at either end, from a loop that
/// brings them about: a wake and the return from the sleep, a deadline and the return after it. The
/// stamps may be taken on two threads.
///
/// A loop asks `wanted()` before each event, takes the stamps with `begin()` and `end()`, and hands
/// them over with `add()`. The schedule's first operations are a warm-up, of which nothing is kept,
/// and which may be shorter than the events are. When `wanted()` says no though events are missing,
/// it was interrupted.
///
/// Threads: one at a time; `begin()`, `end()` and `interrupted()` may be called by any.
template <clock::stopwatch Clock>
class event_probe {
public:
    event_probe(Clock clock, schedule what) : clock_(clock), what_(std::move(what)) {
        intervals_.reserve(what_.groups());
    }

    event_probe(const event_probe&) = delete;
    event_probe& operator=(const event_probe&) = delete;

    [[nodiscard]] bool wanted() const { return !complete() && !interrupted(); }
    [[nodiscard]] bool warming_up() const { return warmed_up_ < what_.warmup; }
    [[nodiscard]] bool interrupted() const { return what_.interrupted && what_.interrupted(); }

    [[nodiscard]] std::int64_t begin() const { return clock_.begin(); }
    [[nodiscard]] std::int64_t end() const { return clock_.end(); }

    void add(std::int64_t begun, std::int64_t ended) {
        if (warming_up()) {
            ++warmed_up_;
        } else {
            intervals_.push_back(ended - begun);
        }
    }

    /// Lengths in the clock's counts, in the order in which they were added.
    [[nodiscard]] const std::vector<std::int64_t>& intervals() const { return intervals_; }
    [[nodiscard]] bool complete() const { return intervals_.size() >= what_.groups(); }
    /// Added so far, the warm-up's included.
    [[nodiscard]] std::uint64_t events() const { return warmed_up_ + intervals_.size(); }

private:
    [[no_unique_address]] Clock clock_;
    schedule what_;
    std::uint64_t warmed_up_ = 0;
    std::vector<std::int64_t> intervals_;
};

} // namespace tollgate::measure
