// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "kernel_calls.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>

namespace tollgate::noise_test {

/// Two threads on one CPU hand over to each other through a futex. An operation is one hand-off: a
/// wake, a wait, and the switch between them.
///
/// Self-check, besides the turns: the kernel counted at least one switch for each operation.
struct switch_loop {
    int cpu;
    int other_cpu = cpu; ///< another CPU in checks: then there are no switches

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        ring<Probe> shared{probe};
        const auto member_on = [&](std::uint32_t self, int where) {
            return measure::group_member{
                [&shared, self](measure::loop_member& member) { exchange(shared, self, member); },
                where};
        };
        measure::loop_report report =
            measure::run_thread_group({member_on(0, cpu), member_on(1, other_cpu)});
        const std::uint64_t turns =
            std::accumulate(report.probe_calls.begin(), report.probe_calls.end(), std::uint64_t{0});
        const auto switches = static_cast<std::uint64_t>(report.used.voluntary_switches +
                                                         report.used.involuntary_switches);
        if (switches + 1 < turns) {
            report.failures.push_back(std::to_string(turns - 1) + " hand-offs by " +
                                      std::to_string(switches) + " switches");
        }
        return report;
    }

private:
    template <class Probe>
    struct ring {
        Probe& probe;
        std::atomic<std::uint32_t> runner{0}; ///< the member that is to run
        bool ended = false;                   ///< belongs to the member that is to run
    };

    template <class Probe>
    static void exchange(ring<Probe>& shared, std::uint32_t self, measure::loop_member& member) {
        constexpr std::chrono::seconds long_enough{10};
        const std::uint32_t next = 1 - self;
        std::uint64_t turns = 0;
        for (std::uint64_t done = self;; done += 2) {
            while (shared.runner.load(std::memory_order_acquire) != self) {
                futex_wait(shared.runner, next, long_enough);
            }
            if (shared.ended) {
                break;
            }
            ++turns;
            const bool last = !shared.probe.keep_running(done);
            shared.ended = last;
            shared.runner.store(next, std::memory_order_release);
            static_cast<void>(futex_wake(shared.runner));
            if (last) {
                break;
            }
        }
        member.report.probe_calls.push_back(turns);
    }
};

} // namespace tollgate::noise_test
