// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/source.hpp>

#include <cstdint>
#include <ctime>

namespace tollgate::clock {

/// A stopwatch for a clock that is chosen at run time. With this stopwatch, a measured loop is
/// compiled only once for all clocks.
///
///     const clock::chosen_clock watch(clock::source::monotonic);
///     const std::int64_t start = watch.begin();
///     const std::int64_t ns = watch.end() - start;
///
/// - *Threads*: any.
/// - *Cost*: a reading of the clock, and a branch that the CPU always predicts.
class chosen_clock {
public:
    /// Creates a stopwatch for this clock.
    explicit chosen_clock(source chosen) noexcept
        : reads_counter_(chosen == source::tsc),
          id_(chosen == source::realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC) {}

    /// Returns a reading at the beginning of an interval.
    [[nodiscard]] std::int64_t begin() const noexcept {
        return reads_counter_ ? counter_clock{}.begin() : read(id_);
    }
    /// Returns a reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const noexcept {
        return reads_counter_ ? counter_clock{}.end() : read(id_);
    }

private:
    bool reads_counter_;
    clockid_t id_;
};

} // namespace tollgate::clock
