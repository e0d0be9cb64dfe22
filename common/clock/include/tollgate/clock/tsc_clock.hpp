// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/counter_clock.hpp>
#include <tollgate/clock/rate.hpp>
#include <tollgate/clock/scaling.hpp>

#include <atomic>
#include <chrono>

namespace tollgate::clock {

/// The CPU's counter as a clock of the standard's kind, in nanoseconds: for deadlines, at less than
/// what a reading of `steady_clock` costs.
///
/// What it begins with is `steady_clock`'s time at its first use, so that for some time they show
/// about the same. They part slowly: a calibration of 16 ms leaves a few parts in a million
/// (`measured()` says how many), and the system sets the rate of its own clock right by up to 500
/// parts in a million, which the counter knows nothing of. 10 parts in a million are 0.1 ms in 10
/// s. So a deadline of this clock is never handed to the kernel as it is: the time that is left is
/// added to `steady_clock::now()`, and after the sleep this clock is asked again, as the kernel may
/// have been quicker.
///
/// A reading is not ordered with what stands around it: the processor may read the counter tens of
/// nanoseconds before an earlier instruction has finished, or after a later one has begun. For a
/// deadline that is nothing. To time something that short, take `counter_clock`. Nor is it ordered
/// with other threads: who was told of a reading may read that much less.
///
/// Where the counter is not invariant, or was seen to run unevenly, all readings are those of
/// `steady_clock`, and `is_scaled()` is false.
///
/// The first use, on whatever thread, calibrates: 16 ms, at the worst 96. A thread that cannot have
/// that calls `prepare()` before. Threads that use it first at the same time each calibrate, and
/// have the readings of the one that is ready first: none waits for another. So a process may fork
/// meanwhile. A child goes on with what its parent has found, or, if that was not ready, calibrates
/// for itself.
///
/// Not for programs that outlive a suspended machine, or a virtual one that is moved elsewhere:
/// there a counter may stand still, go on while `steady_clock` does not, begin anew, or change its
/// rate.
///
/// Threads: any.
class tsc_clock {
public:
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<tsc_clock>;
    static constexpr bool is_steady = true;

    [[nodiscard]] static time_point now() noexcept {
        const scaling* const by = in_use_.load(std::memory_order_acquire);
        if (by == nullptr) [[unlikely]] {
            return now_unscaled();
        }
        return time_point(duration(by->to_ns(detail::counter_unordered())));
    }

    /// Calibrates unless that is done.
    static void prepare() noexcept;

    /// Readings are those of the counter. Prepares.
    [[nodiscard]] static bool is_scaled() noexcept;

    /// The counter's rate and how well it is known; all zero if it is not used. Prepares.
    [[nodiscard]] static rate measured() noexcept;

private:
    static time_point now_unscaled() noexcept;

    /// Null before it is calibrated, and for ever if the counter is not used.
    static std::atomic<const scaling*> in_use_;
};

} // namespace tollgate::clock
