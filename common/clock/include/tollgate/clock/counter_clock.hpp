// SPDX-License-Identifier: BSL-1.0
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#include <tollgate/clock/counter_x86.hpp>
#elif defined(__aarch64__)
#include <tollgate/clock/counter_arm.hpp>
#else
#error "tollgate::clock: no counter is known for this processor"
#endif

#include <cstdint>

namespace tollgate::clock {

/// A stopwatch that reads the CPU's counter, in ticks.
///
///     const clock::counter_clock watch;
///     const std::int64_t start = watch.begin();
///     const std::int64_t ticks = watch.end() - start;
///
/// - *Threads*: any. An interval that ends on another CPU is right only if the counters of both
///   CPUs are synchronized, which an invariant counter promises within a machine.
/// - *Cost*: about half of clock_gettime.
///
/// `judge_counter` says whether ticks can be taken as time, and `calibrate_rate` measures their
/// length.
struct counter_clock {
    /// A reading at the begin of an interval.
    [[nodiscard]] std::int64_t begin() const noexcept { return detail::counter_begin(); }
    /// A reading at the end of an interval.
    [[nodiscard]] std::int64_t end() const noexcept { return detail::counter_end(); }
};

} // namespace tollgate::clock
