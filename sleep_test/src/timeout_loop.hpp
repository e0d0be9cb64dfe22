// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/timer_slack.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace tollgate::sleep_test {

/// While it lives: wakes a long sleep when the run is interrupted. For sleeps that are short enough
/// to wait for their end it does nothing; otherwise it has a thread that looks every 50 ms.
class interrupter {
public:
    interrupter(const std::function<bool()>& interrupted, const std::function<void()>& wake,
                std::chrono::nanoseconds longest) {
        if (longest > long_to_wait) {
            watching_ = std::thread([this, interrupted, wake] {
                while (done_.sleep_for(period) == sleep::outcome::timeout) {
                    if (interrupted()) {
                        wake();
                    }
                }
            });
        }
    }
    ~interrupter() {
        if (watching_.joinable()) {
            done_.wake();
            watching_.join();
        }
    }
    interrupter(const interrupter&) = delete;
    interrupter& operator=(const interrupter&) = delete;

private:
    static constexpr std::chrono::milliseconds long_to_wait{200};
    static constexpr std::chrono::milliseconds period{50};

    sleep::parker done_;
    std::thread watching_;
};

[[nodiscard, gnu::noinline, gnu::cold]] inline std::string
ended_early(std::chrono::nanoseconds by) {
    return "a sleep ended " + std::to_string(by.count()) + " ns early";
}

/// Sleeps that are not woken. An event begins before `sleep_for(slice)` and ends when it has
/// returned; what remains of it without the slice is the lateness.
///
/// Runs on the calling thread. The sleeper, made when it is first needed, is the same in all
/// batches, so that what it has learned about lateness lasts.
template <class Sleeper>
struct timeout_loop {
    std::chrono::nanoseconds slice;
    std::optional<std::chrono::nanoseconds> slack; ///< the thread's own, if none
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
        const interrupter watching([&probe] { return probe.interrupted(); },
                                   [&sleeping] { sleeping.wake(); }, slice);
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            const auto time =
                probe.warming_up() ? std::min(slice, measure::longest_warm_up) : slice;
            const auto before = clock::now();
            const auto begun = probe.begin();
            const sleep::outcome how = sleeping.sleep_for(time);
            const auto ended = probe.end();
            const auto slept = clock::now() - before;
            if (how == sleep::outcome::woken) {
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
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::sleep_test
