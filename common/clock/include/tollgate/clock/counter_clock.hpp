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

/// A stopwatch over the CPU's counter: counts are ticks. Whether ticks may be taken as time says
/// `judge_counter`, how long one is says `calibrate_rate`. Thread safe; about half the cost of
/// `clock_gettime`. An interval that ends on another CPU is right only as far as the counters of
/// both are synchronised, which an invariant counter promises within one machine.
struct counter_clock {
    [[nodiscard]] std::int64_t begin() const noexcept { return detail::counter_begin(); }
    [[nodiscard]] std::int64_t end() const noexcept { return detail::counter_end(); }
};

} // namespace tollgate::clock
