// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/posix_clock.hpp>
#include <tollgate/clock/source.hpp>

#include <cstdint>
#include <ctime>

namespace tollgate::clock {

/// The stopwatch of a source chosen at run time: measured loops are compiled once for all clocks.
/// Thread safe. A reading costs that of the source and one branch, which is the same every time and
/// predicted.
class chosen_clock {
public:
    explicit chosen_clock(source which) noexcept
        : reads_counter_(which == source::tsc),
          id_(which == source::realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC) {}

    [[nodiscard]] std::int64_t begin() const noexcept {
        return reads_counter_ ? counter_clock{}.begin() : read(id_);
    }
    [[nodiscard]] std::int64_t end() const noexcept {
        return reads_counter_ ? counter_clock{}.end() : read(id_);
    }

private:
    bool reads_counter_;
    clockid_t id_;
};

} // namespace tollgate::clock
