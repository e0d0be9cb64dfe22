// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "count_scale.hpp"

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <csignal>
#include <ctime>

namespace tollgate::noise_test {

/// A POSIX timer whose signal is for the thread that made it, and whose handler notes when it ran.
/// While it lives that signal is not blocked for that thread, whatever mask the program was started
/// with. There is one at a time. Throws std::system_error. Linux.
class signal_timer {
public:
    using time_point = std::chrono::steady_clock::time_point;

    /// The reason why there can be none here; nothing if there can.
    [[nodiscard]] static std::optional<std::string> refusal();

    signal_timer();
    ~signal_timer();
    signal_timer(const signal_timer&) = delete;
    signal_timer& operator=(const signal_timer&) = delete;

    void arm(time_point deadline);
    /// When the handler ran for the last deadline; nothing if it has not.
    [[nodiscard]] std::optional<time_point> fired() const;

private:
    timer_t timer_{};
    struct sigaction before_ {};
    sigset_t mask_before_{};
};

/// From the deadline of a timer until its signal handler runs, on a CPU that is busy: the thread
/// that is interrupted spins there.
///
/// Proof: no handler runs early, and each deadline has one. Runs on the calling thread, which is on
/// that CPU meanwhile.
template <class Timer = signal_timer>
struct timer_fire_loop {
    int cpu;
    std::chrono::microseconds after{200};    ///< from arming it
    std::chrono::milliseconds is_due{2'000}; ///< after that it is lost

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        using clock = std::chrono::steady_clock;
        const cpu::affinity_guard placed(cpu);
        Timer timer;
        const count_scale scale(probe);
        measure::loop_report report;
        report.cpus_intended = {cpu};
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            const clock::time_point deadline = clock::now() + after;
            timer.arm(deadline);
            std::optional<clock::time_point> fired;
            bool overdue = false;
            // The last look follows the last reading of the clock: the process may have been
            // stopped before that reading.
            while (!(fired = timer.fired()) && !overdue) {
                sleep::relax();
                overdue = clock::now() >= deadline + is_due;
            }
            if (!fired) {
                report.failures.emplace_back("a timer did not fire");
                break;
            }
            const std::chrono::nanoseconds late = *fired - deadline;
            if (late.count() < 0) {
                report.failures.push_back("a timer fired " + std::to_string(-late.count()) +
                                          " ns early");
            }
            probe.add(0, scale.counts_of(late.count()));
        }
        meter.add_to(report);
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::noise_test
