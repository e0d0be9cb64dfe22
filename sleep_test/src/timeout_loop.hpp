// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/posix/start_thread.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace tollgate::sleep_test {

[[nodiscard, gnu::noinline, gnu::cold]] inline std::string
ended_early(std::chrono::nanoseconds by) {
    return "a sleep ended " + std::to_string(by.count()) + " ns early";
}

/// Sleeps that nobody wakes. An event begins before `sleep_for(interval)` and ends when it has
/// returned; the event less the interval is the lateness.
///
/// Runs on the calling thread. For long sleeps another thread ends the sleep when the run is
/// interrupted. All batches use the same sleeper, which the first batch creates, so that it keeps
/// what it has learned about lateness.
template <class Sleeper>
struct timeout_loop {
    std::chrono::nanoseconds interval;
    std::optional<std::chrono::nanoseconds> slack; ///< absent: the thread's own
    std::shared_ptr<std::optional<Sleeper>> sleeper = std::make_shared<std::optional<Sleeper>>();

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        using clock = std::chrono::steady_clock;
        std::optional<sleep::timer_slack> set_slack;
        if (slack) {
            set_slack.emplace(*slack);
        }
        if (!*sleeper) {
            sleeper->emplace();
        }
        Sleeper& sleeping = **sleeper;
        measure::loop_report report;
        std::jthread interruption_watch;
        if (interval > long_to_wait) {
            interruption_watch =
                posix::start_thread<std::jthread>([&](const std::stop_token& over) {
                    do {
                        std::this_thread::sleep_for(between_checks);
                        if (probe.interrupted()) {
                            sleeping.wake();
                        }
                    } while (!over.stop_requested());
                });
        }
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            const auto time =
                probe.warming_up() ? std::min(interval, measure::longest_warm_up) : interval;
            const auto before = clock::now();
            const auto begun = probe.begin();
            const sleep::outcome result = sleeping.sleep_for(time);
            const auto ended = probe.end();
            const auto slept = clock::now() - before;
            if (result == sleep::outcome::woken) {
                if (!probe.interrupted()) {
                    report.failures.emplace_back("a sleep ended as woken, and nobody woke it");
                }
                break;
            }
            if (slept < time) {
                report.failures.push_back(ended_early(time - slept));
            }
            probe.add(begun, ended);
        }
        meter.add_to(report);
        report.probe_calls = {probe.events()};
        return report;
    }

private:
    static constexpr std::chrono::milliseconds long_to_wait{200};
    static constexpr std::chrono::milliseconds between_checks{50};
};

} // namespace tollgate::sleep_test
