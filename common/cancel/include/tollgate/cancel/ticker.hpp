// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/basic_ticker.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/token.hpp>

#include <chrono>

namespace tollgate::cancel {

/// For `basic_ticker`: lets a thread sleep until the next tick.
struct sleep_of_thread {
    /// Calls `cancel::sleep_until`.
    template <class Clock>
    static void until(const std::chrono::time_point<Clock, std::chrono::nanoseconds>& tick,
                      const token& cancellation) {
        sleep_until(tick, cancellation);
    }
};

/// A periodic timer for a thread, by the steady clock. `basic_ticker` describes the functions, and
/// `timer::tick_schedule` describes the moments of the ticks.
///
///     const tollgate::cancel::dummy_token cancellation;
///     tollgate::cancel::ticker ticks(std::chrono::milliseconds(1),
///                                    tollgate::timer::missed_ticks::skip);
///     const auto missed = ticks.wait(cancellation); // comes after 1 ms
///     const bool is_on_time = missed == 0;          // no value: cancelled
///
/// - *Threads*: one thread at a time. Any thread may cancel the token.
/// - *Cost*: two readings of the clock, and a `cancel::sleep_until`.
using ticker = basic_ticker<std::chrono::steady_clock, sleep_of_thread>;

} // namespace tollgate::cancel
