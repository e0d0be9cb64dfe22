// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "kernel_calls.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_crew.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>

namespace tollgate::noise_test {

/// Two threads on one CPU hand over to each other through a futex: an operation is one way, a wake,
/// a wait and the switch in between.
///
/// Proof, besides the turns: the kernel counted at least one switch for each operation.
struct switch_loop {
    int cpu;
    int other_cpu = cpu; ///< another one in checks: then there is nothing to switch

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        ring<Probe> shared{probe};
        const auto member = [&](std::uint32_t self, int where) {
            return measure::crew_member{
                [&shared, self](measure::loop_member& one) { take_turns(shared, self, one); },
                where};
        };
        measure::loop_report report = measure::run_crew({member(0, cpu), member(1, other_cpu)});
        const std::uint64_t turns =
            std::accumulate(report.turns.begin(), report.turns.end(), std::uint64_t{0});
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
        std::atomic<std::uint32_t> turn{0}; ///< whose it is
        bool ended = false;                 ///< belongs to the member whose turn it is
    };

    template <class Probe>
    static void take_turns(ring<Probe>& shared, std::uint32_t self, measure::loop_member& member) {
        constexpr std::chrono::seconds long_enough{10};
        const std::uint32_t next = 1 - self;
        std::uint64_t turns = 0;
        for (std::uint64_t done = self;; done += 2) {
            while (shared.turn.load(std::memory_order_acquire) != self) {
                futex_wait(shared.turn, next, long_enough);
            }
            if (shared.ended) {
                break;
            }
            ++turns;
            const bool last = !shared.probe.turn(done);
            shared.ended = last;
            shared.turn.store(next, std::memory_order_release);
            static_cast<void>(futex_wake(shared.turn));
            if (last) {
                break;
            }
        }
        member.own.turns.push_back(turns);
    }
};

} // namespace tollgate::noise_test
