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
/// - *Memory order*: none. A thread that learns of a reading may itself read tens of ns less. The
///   processor may read the counter tens of ns before or after the neighbouring instructions; use
///   counter_clock to measure such short times.
/// - *Cost*: a reading costs less than one of steady_clock. The first use calibrates for 16 ms, at
///   worst 96 ms; call `prepare()` before if a thread cannot have that.
///
/// At first use the clock continues the present time of steady_clock. The two drift apart: the
/// calibration leaves a few parts in a million (see `measured()`), and the system corrects the rate
/// of its own clock by up to 500 parts in a million. 10 parts in a million are 0.1 ms in 10 s. So
/// never give a deadline of this clock to the kernel: add the remaining time to
/// steady_clock::now(), and read this clock again after the sleep.
///
/// If the counter is not invariant, or ran unevenly, all readings are those of steady_clock, and
/// `is_scaled()` is false.
///
/// Do not use it in programs that outlive a suspended machine or a migrated virtual machine: there
/// the counter may stop, go on while steady_clock stands still, restart, or change its rate.
class tsc_clock {
public:
    using duration = std::chrono::nanoseconds;             ///< as of a clock
    using rep = duration::rep;                             ///< as of a clock
    using period = duration::period;                       ///< as of a clock
    using time_point = std::chrono::time_point<tsc_clock>; ///< as of a clock
    static constexpr bool is_steady = true;                ///< as of a clock

    /// The time.
    [[nodiscard]] static time_point now() noexcept {
        const scaling* const by = in_use_.load(std::memory_order_acquire);
        if (by == nullptr) [[unlikely]] {
            return now_unscaled();
        }
        return time_point(duration(by->to_ns(detail::counter_unordered())));
    }

    /// Calibrates the counter, unless that is done.
    static void prepare() noexcept;

    /// Whether readings are those of the counter. Calls `prepare()`.
    [[nodiscard]] static bool is_scaled() noexcept;

    /// The rate of the counter and its error; all zero if the counter is not used. Calls
    /// `prepare()`.
    [[nodiscard]] static rate measured() noexcept;

private:
    static time_point now_unscaled() noexcept;

    // Design: threads that use the clock first at the same time each calibrate, and all use the
    // first result. No thread waits for another, so a process may fork meanwhile: a child uses the
    // result of its parent, or calibrates itself if there is none yet.

    /// Null before the calibration, and always if the counter is not used.
    static std::atomic<const scaling*> in_use_;
};

} // namespace tollgate::clock
