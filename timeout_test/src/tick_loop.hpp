// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/ticker.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/timer/tick_schedule.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

namespace tollgate::timeout_test {

/// A periodic timer of a nanosecond. Each tick has come when the loop asks for it, so no tick
/// sleeps.
inline constexpr std::chrono::nanoseconds tick_period{1};

/// The same as a `cancel::ticker` with `burst`, without a token.
class std_ticker {
public:
    using time_point = std::chrono::steady_clock::time_point;

    std_ticker(time_point first, std::chrono::nanoseconds period, timer::missed_ticks /*policy*/)
        : next_(first), period_(period) {}

    std::optional<std::uint64_t> wait(const cancel::token& /*cancellation*/) {
        std::this_thread::sleep_until(next_);
        next_ += period_;
        return 0;
    }
    [[nodiscard]] time_point next() const { return next_; }

private:
    time_point next_;
    std::chrono::nanoseconds period_;
};

/// Takes ticks that have come already. Self-check: the ticks that were taken, and the ticks that
/// were reported as missed, are all ticks up to the next tick.
template <class Ticker>
struct tick_loop {
    timer::missed_ticks policy;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const cancel::dummy_token never_cancelled;
        const auto first = std::chrono::steady_clock::now();
        Ticker ticks(first, tick_period, policy);
        std::uint64_t taken = 0;
        std::uint64_t missed = 0;
        measure::loop_report report;
        const measure::thread_meter meter;
        for (; probe.keep_running(taken); ++taken) {
            missed += ticks.wait(never_cancelled).value_or(0);
        }
        meter.add_to(report);
        report.probe_calls = {taken + 1};
        const auto planned = static_cast<std::uint64_t>((ticks.next() - first) / tick_period);
        if (planned != taken + missed) {
            report.failures.push_back(std::to_string(planned) + " ticks were planned, " +
                                      std::to_string(taken) + " were taken and " +
                                      std::to_string(missed) + " were missed");
        }
        return report;
    }
};

} // namespace tollgate::timeout_test
