// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_blocks.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <cstdint>

namespace tollgate::sleep_test {

/// The state that a wake finds when no thread sleeps.
enum class found { empty, permit };

/// Wakes without a sleeping thread, in blocks, because the loop's own check whether to go on would
/// be a good part of some operations. With `found::empty` an operation is a wake and the taking of
/// its permit, because the next wake would find the permit.
template <class Sleeper, found State>
struct wake_cost_loop {
    static constexpr std::uint64_t block = 64;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        constexpr auto at_once = std::chrono::steady_clock::time_point::min();
        Sleeper sleeper;
        std::uint64_t taken = 0;
        measure::loop_report report = measure::run_blocks<block>(probe, [&] {
            sleeper.wake();
            if constexpr (State == found::empty) {
                taken += sleeper.sleep_until(at_once) == sleep::outcome::woken ? 1 : 0;
            }
        });
        const std::uint64_t done = (report.probe_calls.front() - 1) * block;
        const bool left = sleeper.sleep_until(at_once) == sleep::outcome::woken;
        const bool right = State == found::empty ? taken == done && !left : left == (done != 0);
        if (!right || sleeper.sleep_until(at_once) == sleep::outcome::woken) {
            report.failures.emplace_back("permits lost or invented");
        }
        return report;
    }
};

} // namespace tollgate::sleep_test
