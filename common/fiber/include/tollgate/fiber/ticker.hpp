// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/basic_ticker.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <chrono>

namespace tollgate::fiber {

/// For `cancel::basic_ticker`: lets a fiber sleep until the next tick.
struct sleep_of_fiber {
    /// Calls `fiber::sleep_until`.
    template <class Clock>
    static void until(const std::chrono::time_point<Clock, std::chrono::nanoseconds>& tick,
                      const cancel::token& cancellation) {
        fiber::sleep_until(tick, cancellation);
    }
};

/// A periodic timer for a fiber, by the steady clock. `cancel::basic_ticker` describes the
/// functions, and `timer::tick_schedule` describes the moments of the ticks.
///
///     const tollgate::cancel::dummy_token cancellation;
///     tollgate::fiber::ticker ticks(std::chrono::milliseconds(1),
///                                   tollgate::timer::missed_ticks::skip);
///     const auto missed = ticks.wait(cancellation); // only the calling fiber waits
///
/// If the tick has come already, `wait` does not suspend the fiber. So a fiber that is always late
/// must yield now and then.
///
/// - *Threads*: one thread at a time. Any thread may cancel the token.
/// - *Exceptions*: `wait` throws like `fiber::sleep_until`.
/// - *Cost*: two readings of the clock, and a `fiber::sleep_until`.
using ticker = cancel::basic_ticker<std::chrono::steady_clock, sleep_of_fiber>;

} // namespace tollgate::fiber
