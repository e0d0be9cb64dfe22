// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "subjects.hpp"

#include <tollgate/liveness/event.hpp>
#include <tollgate/liveness/registry.hpp>
#include <tollgate/liveness/settings.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/measured_case.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/parker.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tollgate::liveness_test {

/// What was seen of one freeze.
struct freeze {
    std::int64_t begun = 0; ///< right before the last checkpoint
    std::int64_t ended = 0; ///< in the sink
    std::chrono::nanoseconds timeout{0};
    std::chrono::nanoseconds period{0}; ///< of the monitor
    std::chrono::nanoseconds silent{0}; ///< from the one to the other, by the steady clock
    std::int64_t thread_id = 0;         ///< whose it was
    std::vector<liveness::event> reports;
};

/// What is wrong with a freeze that is over, or nothing: it is reported once, not before its
/// timeout, nor, once the monitor has seen its last checkpoint, more than a period after that by
/// the monitor's own time; with the right name, thread and checkpoints, and its end once. Pure.
[[nodiscard]] std::string wrong_with(const freeze& one);

/// Lets the calling thread freeze under a registry with threads of its own, until it is reported.
///
/// Threads: all members are called by one thread. The reports come on the registry's.
class freezer {
public:
    /// With its sink there this many times: once, but in a check.
    freezer(liveness::settings how, stamps stamp, int sinks = 1);
    freezer(const freezer&) = delete;
    freezer& operator=(const freezer&) = delete;

    /// Of the calling thread, for its registry's timeout or another one. Nothing if `interrupted`
    /// was said meanwhile. Without a report it ends after the timeout and 10 s.
    [[nodiscard]] std::optional<freeze>
    freeze_once(std::optional<std::chrono::nanoseconds> own_timeout,
                const std::function<bool()>& interrupted);

private:
    liveness::settings with_sinks(liveness::settings how, int sinks);
    void note(const liveness::event& what);
    /// Until an event of that kind was reported; false if the run is interrupted, or it is overdue.
    bool wait_for(liveness::event::kind what, std::chrono::nanoseconds at_most,
                  const std::function<bool()>& interrupted);

    const stamps stamp_;
    const std::chrono::nanoseconds timeout_;
    const std::chrono::nanoseconds period_;
    std::mutex mutex_;
    std::condition_variable reported_;
    freeze now_;                                      // with the mutex
    std::chrono::steady_clock::time_point silent_at_; // with the mutex
    liveness::registry registry_;
};

/// Freezes of the calling thread, at random moments of the monitor's period. An event begins right
/// before the thread's last checkpoint and ends in the sink; what remains of it without the timeout
/// is the delay.
struct delay_loop {
    std::chrono::nanoseconds timeout;
    liveness::settings how; ///< of the registry: as shipped but for timeout and period
    std::shared_ptr<measure::moments> when;
    int sinks = 1; ///< more of them in a check

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        freezer freezing(how, stamps_of(probe), sinks);
        sleep::parker pause;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            pause.sleep_for(when->next());
            std::optional<std::chrono::nanoseconds> own;
            if (probe.warming_up()) {
                own = std::min(timeout, measure::longest_warm_up);
            }
            auto seen = freezing.freeze_once(own, [&probe] { return probe.interrupted(); });
            if (!seen) {
                break;
            }
            if (!own) {
                seen->timeout = timeout;
            }
            if (std::string what = wrong_with(*seen); !what.empty()) {
                report.failures.push_back(std::move(what));
            }
            probe.add(seen->begun, seen->ended);
        }
        meter.add_to(report);
        report.turns = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
