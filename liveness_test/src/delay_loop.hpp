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

/// The observation of a freeze.
struct freeze {
    std::int64_t begun = 0; ///< right before the last checkpoint
    std::int64_t ended = 0; ///< in the sink
    std::chrono::nanoseconds timeout{0};
    std::chrono::nanoseconds period{0}; ///< of the monitor
    std::chrono::nanoseconds silent{0}; ///< from `begun` to `ended`, by the steady clock
    std::int64_t thread_id = 0;         ///< of the frozen thread
    std::vector<liveness::event> reports;
};

/// The error in the reports of a freeze that is over, or an empty text. A pure function.
///
/// The freeze and its end must each be reported once, with the right name, thread and checkpoints.
/// The report must not come before the timeout. By the monitor's own time it must not come more
/// than a period after the timeout.
[[nodiscard]] std::string error_in(const freeze& one);

/// Lets the calling thread freeze under a registry with its own threads, until it is reported. For
/// one thread.
class freezer {
public:
    /// With this number of equal sinks: one, except in a check.
    freezer(liveness::settings options, stamps stamp, int sinks = 1);
    freezer(const freezer&) = delete;
    freezer& operator=(const freezer&) = delete;

    /// Freezes the calling thread, with the registry's timeout or its own. Empty if `interrupted`
    /// returned true meanwhile. Without a report it ends 10 s after the timeout.
    [[nodiscard]] std::optional<freeze>
    freeze_once(std::optional<std::chrono::nanoseconds> own_timeout,
                const std::function<bool()>& interrupted);

private:
    liveness::settings with_sinks(liveness::settings options, int sinks);
    void note(const liveness::event& report);
    /// Waits for an event of this kind. Returns false if the run is interrupted or the time is
    /// over.
    bool wait_for(liveness::event::kind wanted, std::chrono::nanoseconds at_most,
                  const std::function<bool()>& interrupted);

    const stamps stamp_;
    const std::chrono::nanoseconds timeout_;
    const std::chrono::nanoseconds period_;
    std::mutex mutex_;
    std::condition_variable reported_;
    freeze current_;                                  // under the mutex
    std::chrono::steady_clock::time_point silent_at_; // under the mutex
    liveness::registry registry_;
};

/// Freezes of the calling thread, at random moments of the monitor's period. An event begins right
/// before the thread's last checkpoint and ends in the sink. Its length less the timeout is the
/// delay.
struct delay_loop {
    std::chrono::nanoseconds timeout;
    liveness::settings options; ///< of the registry: the defaults, except for timeout and period
    std::shared_ptr<measure::moments> pauses;
    int sinks = 1; ///< more in a check

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        freezer freezing(options, stamps_of(probe), sinks);
        sleep::parker pause;
        measure::loop_report report;
        const measure::thread_meter meter;
        while (probe.wanted() && report.failures.empty()) {
            pause.sleep_for(pauses->next());
            std::optional<std::chrono::nanoseconds> warm_up_timeout;
            if (probe.warming_up()) {
                warm_up_timeout = std::min(timeout, measure::longest_warm_up);
            }
            auto result =
                freezing.freeze_once(warm_up_timeout, [&probe] { return probe.interrupted(); });
            if (!result) {
                break;
            }
            if (!warm_up_timeout) {
                result->timeout = timeout;
            }
            if (std::string error = error_in(*result); !error.empty()) {
                report.failures.push_back(std::move(error));
            }
            probe.add(result->begun, result->ended);
        }
        meter.add_to(report);
        report.probe_calls = {probe.events()};
        return report;
    }
};

} // namespace tollgate::liveness_test
