// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/bench/standstill.hpp>
#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_probe.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tollgate::sleep_test {

/// Two threads on one CPU that wake each other in turns. One hand-off is a wake-up call, a wait,
/// and the switch to the other thread. The CPU time is that of both threads.
///
/// The thread that does not wait owns the ring: only this thread uses the probe and `ended`, which
/// are plain data. Each wake-up call synchronizes with the end of the wait.
///
/// Self-checks: both threads do the same number of hand-offs. If a wake-up is lost,
/// bench::standstill ends the program.
template <class Waiter>
struct hand_off_ring {
    cpu::assignment where;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        ring shared(probe);
        shared.waiters.front().wake();
        const auto member = [&](std::size_t self) {
            return measure::group_member{[&shared, self](measure::loop_member& thread) {
                                             thread.report.probe_calls = {hand_on(self, shared)};
                                         },
                                         where.cpu_of(self)};
        };
        bench::standstill nothing_moves;
        return measure::run_thread_group({member(0), member(1)},
                                         {.period = bench::check_interval, .on_period = [&] {
                                              nothing_moves.observe(
                                                  shared.hand_offs.load(std::memory_order_relaxed));
                                          }});
    }

private:
    static constexpr std::size_t members = 2;

    struct ring {
        explicit ring(measure::loop_probe& operations) : probe(operations) {}

        measure::loop_probe& probe;
        std::array<Waiter, members> waiters;
        bool ended = false; ///< after the last operation
        /// For the thread that watches.
        std::atomic<std::uint64_t> hand_offs{0};
    };

    /// Returns the number of hand-offs of this thread.
    static std::uint64_t hand_on(std::size_t self, ring& shared) {
        Waiter& other = shared.waiters[1 - self];
        std::uint64_t own = 0;
        for (std::uint64_t done = self;; done += members) {
            shared.waiters[self].wait();
            if (shared.ended) {
                break;
            }
            ++own;
            shared.hand_offs.store(done, std::memory_order_relaxed);
            if (!shared.probe.keep_running(done)) {
                shared.ended = true;
                break;
            }
            other.wake();
        }
        other.wake();
        return own;
    }
};

} // namespace tollgate::sleep_test
