// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/source.hpp>

#include <cstdint>
#include <ctime>

namespace tollgate::clock {

/// A stopwatch of a source that is chosen at run time, so that measured loops are compiled once for
/// all clocks.
///
///     const clock::chosen_clock watch(clock::source::monotonic);
///     const std::int64_t start = watch.begin();
///     const std::int64_t ns = watch.end() - start;
///
/// - *Threads*: any.
/// - *Cost*: a reading of the source, and a branch that is always predicted.
class chosen_clock {
public:
    /// A stopwatch of this source.
    explicit chosen_clock(source chosen) noexcept
        : reads_counter_(chosen == source::tsc),
          id_(chosen == source::realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC) {}

    /// A reading at the begin of an interval.
    [[nodiscard]] std::int64_t begin() const noexcept {
        return reads_counter_ ? counter_clock{}.begin() : read(id_);
    }
    /// A reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const noexcept {
        return reads_counter_ ? counter_clock{}.end() : read(id_);
    }

private:
    bool reads_counter_;
    clockid_t id_;
};

} // namespace tollgate::clock
