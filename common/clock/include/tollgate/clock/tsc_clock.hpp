// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/scaling.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::clock {

/// The CPU's counter as a clock of std::chrono, in nanoseconds, for deadlines.
///
///     const auto deadline = clock::tsc_clock::now() + std::chrono::milliseconds(10);
///     while (clock::tsc_clock::now() < deadline) {
///     }
///
/// - *Threads*: any. A process may fork at any time.
/// - *Memory order*: none. The processor may read the counter tens of ns before or after the
///   neighbouring instructions. So if a thread gets a reading from another thread, the next reading
///   of the receiving thread may be tens of ns less than the received reading. Use counter_clock to
///   measure such short times.
/// - *Cost*: a reading costs less than a reading of steady_clock. The first use calibrates the
///   counter for 16 ms, at worst 96 ms. If this is too long for a thread, call `prepare()` earlier.
///
/// At its first use, the clock has the time of steady_clock. Later the two clocks drift apart for
/// two reasons. The calibration has an error of a few parts in a million (see `measured()`). The
/// system corrects the rate of steady_clock by up to 500 parts in a million. A drift of 10 parts in
/// a million is 0.1 ms in 10 s. So never give a deadline of this clock to the kernel. Instead, add
/// the remaining time to steady_clock::now(), and read this clock again after the sleep.
///
/// If the counter is not invariant, or ran unevenly in the calibration, all readings come from
/// steady_clock, and `is_scaled()` is false.
///
/// Do not use this clock in a program that continues after its machine was suspended, or after its
/// virtual machine was migrated. In both cases the counter may stop, continue while steady_clock
/// stands still, restart, or change its rate.
class tsc_clock {
public:
    using duration = std::chrono::nanoseconds;             ///< as std::chrono requires
    using rep = duration::rep;                             ///< as std::chrono requires
    using period = duration::period;                       ///< as std::chrono requires
    using time_point = std::chrono::time_point<tsc_clock>; ///< as std::chrono requires
    static constexpr bool is_steady = true;                ///< as std::chrono requires

    /// Returns the time.
    [[nodiscard]] static time_point now() noexcept {
        const scaling* const by = in_use_.load(std::memory_order_acquire);
        if (by == nullptr) [[unlikely]] {
            return now_unscaled();
        }
        return time_point(duration(by->to_ns(detail::counter_unordered())));
    }

    /// Calibrates the counter, unless the counter is already calibrated.
    static void prepare() noexcept;

    /// Returns whether readings come from the counter. Calls `prepare()`.
    [[nodiscard]] static bool is_scaled() noexcept;

    /// Returns the rate of the counter and the error of the rate. Returns zeros if the counter is
    /// not used. Calls `prepare()`.
    [[nodiscard]] static rate measured() noexcept;

private:
    static time_point now_unscaled() noexcept;

    // Design: if several threads use the clock for the first time at once, each of these threads
    // calibrates the counter. All threads then use the first result. No thread waits for another
    // thread. So a process may fork during a calibration. The child uses the result of its parent.
    // If there is no result yet, the child calibrates the counter itself.

    /// Null before the calibration, and always if the counter is not used.
    static std::atomic<const scaling*> in_use_;
};

} // namespace tollgate::clock
