// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "idle_hold.hpp"
#include "kernel_calls.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <chrono>
#include <cmath>
#include <string>

namespace tollgate::noise_test {

/// Measures how late a thread with a period wakes up, as cyclictest does.
///
/// Each deadline is one period after the previous deadline. An event lasts from the deadline until
/// the thread runs again. A deadline that has passed already is left out and counted. The thread's
/// timer slack is 1 ns meanwhile, because cyclictest is meant for real-time threads, which have no
/// slack.
///
/// Runs on the calling thread, which is on that CPU meanwhile. Linux.
struct lateness_loop {
    int cpu;
    std::chrono::microseconds period;
    idling idle;
    double ns_per_count = 1; ///< of the probe's clock
    /// The way to sleep; replaced in checks.
    std::chrono::steady_clock::time_point (*sleep_until)(std::chrono::steady_clock::time_point) =
        sleep_until_deadline;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        using clock = std::chrono::steady_clock;
        const cpu::affinity_guard pinned(cpu);
        const sleep::timer_slack slack(std::chrono::nanoseconds(1));
        const idle_hold hold(idle, cpu);
        measure::loop_report report;
        report.cpus_intended = {cpu};
        const measure::thread_meter meter;
        clock::time_point deadline = clock::now();
        while (probe.wanted() && report.failures.empty()) {
            deadline += period;
            for (; deadline <= clock::now(); deadline += period) {
                ++report.counted["deadlines missed"];
            }
            const std::chrono::nanoseconds late = sleep_until(deadline) - deadline;
            if (late.count() < 0) {
                report.failures.push_back("a sleep ended " + std::to_string(-late.count()) +
                                          " ns before its deadline");
            }
            probe.add(0, std::llround(static_cast<double>(late.count()) / ns_per_count));
        }
        meter.add_to(report);
        hold.check(report);
        report.probe_calls = {probe.events()};
        return report;
    }
};

} // namespace tollgate::noise_test
