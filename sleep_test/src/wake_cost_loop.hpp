// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/parker.hpp>

#include <chrono>
#include <cstdint>
#include <thread>

namespace tollgate::sleep_test {

/// The state that a wake finds when no thread sleeps.
enum class found { empty, permit };

/// Wakes without a sleeper. With `found::empty` the permit is taken after each, because the next
/// wake would find it: an operation is both. One other thread exists and sleeps, because C
/// libraries omit atomic instructions while there is none.
template <class Sleeper, found What>
struct wake_cost_loop {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        constexpr auto at_once = std::chrono::steady_clock::time_point::min();
        Sleeper sleeper; // it may throw, and the thread would not be joined
        sleep::parker over;
        std::thread other([&over] { over.sleep(); });
        measure::loop_report report;
        std::uint64_t done = 0;
        std::uint64_t taken = 0;
        const measure::thread_meter meter;
        while (probe.turn(done)) {
            sleeper.wake();
            if constexpr (What == found::empty) {
                taken += sleeper.sleep_until(at_once) == sleep::outcome::woken ? 1 : 0;
            }
            ++done;
        }
        meter.add_to(report);
        report.turns = {done + 1};
        over.wake();
        other.join();

        const bool left = sleeper.sleep_until(at_once) == sleep::outcome::woken;
        const bool right = What == found::empty ? taken == done && !left : left == (done != 0);
        if (!right || sleeper.sleep_until(at_once) == sleep::outcome::woken) {
            report.failures.emplace_back("permits lost or invented");
        }
        return report;
    }
};

} // namespace tollgate::sleep_test
