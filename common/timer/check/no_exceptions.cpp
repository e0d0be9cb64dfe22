// SPDX-License-Identifier: BSL-1.0
//
// Uses every template of the public headers where there are neither exceptions nor type
// information. Not run.
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/tick_schedule.hpp>
#include <tollgate/timer/timers.hpp>
#include <tollgate/timer/wheel.hpp>

#include <chrono>

#if defined(__cpp_exceptions) || defined(__cpp_rtti)
#error "this is to be compiled with -fno-exceptions -fno-rtti"
#endif

namespace tollgate::timer {

template <class Queue>
void use_set() {
    using namespace std::chrono_literals;
    timers<std::chrono::steady_clock, Queue> all;
    timer wait;
    all.arm_after(wait, 1s);
    all.rest(wait);
    all.arm_at(wait, std::chrono::steady_clock::now());
    auto next = all.pass([](timer&) {});
    next = all.pass_at(next, [](timer&) {});
    if (!all.is_empty() && all.so_far().clock_readings > 0) {
        all.cancel(wait);
    }
}

void use_everything() {
    use_set<wheel>();
    use_set<fifo>();
    tick_schedule plan(std::chrono::seconds(1), std::chrono::seconds(1), missed_ticks::burst);
    static_cast<void>(plan.take(plan.next()));
}

} // namespace tollgate::timer
