// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/clock/chosen_clock.hpp>
#include <tollgate/measure/event_probe.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <chrono>

namespace tollgate::sleep_test {

/// Sleeps of the system (clock_nanosleep) that nobody wakes. An event is one sleep, as in
/// timeout_loop. The CPU time is that of the sleeps alone, without the shorter warm-up sleep. Runs
/// on the calling thread.
///
/// Self-check: no sleep ends early.
struct system_sleep_loop {
    std::chrono::nanoseconds interval;

    measure::loop_report operator()(measure::event_probe<clock::chosen_clock>& probe) const;
};

} // namespace tollgate::sleep_test
