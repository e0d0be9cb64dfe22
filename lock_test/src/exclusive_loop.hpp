// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contenders.hpp"
#include "guarded.hpp"
#include "held.hpp"

#include <tollgate/measure/loop_probe.hpp>

#include <cstdint>
#include <memory>

namespace tollgate::lock_test {

/// Threads that contend for one lock. An operation: lock, work on the protected data, unlock,
/// pause.
///
/// The holder of the lock asks the probe, which is data that the lock protects. So the number of
/// operations between two clock readings is exact, and only a holder reads the clock. The lock has
/// a cache line of its own, and so has the protected data.
///
/// Self-check: the protected counter is the sum of what the threads counted.
template <class Lock, class Group = contenders, class Number = std::uint64_t>
struct exclusive_loop {
    Group group;
    effort each;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        const auto shared = std::make_unique<contended>();
        operation_counts counted(group.threads);
        measure::loop_report report =
            group.run(counted, group.threads, [&](std::size_t self, measure::loop_member&) {
                contend(self, probe, *shared, counted);
            });
        const std::uint64_t operations = counted.sum();
        shared->data.add_to(report, operations);
        counted.add_to(report, group.threads);
        divide(report, group.threads, 1, operations);
        report.probe_calls = {operations + 1};
        return report;
    }

private:
    struct contended {
        alignas(apart) Lock lock;
        guarded<Number> data;
    };

    void contend(std::size_t self, measure::loop_probe& probe, contended& shared,
                 operation_counts& counted) const {
        const auto may_run = [&](std::uint64_t done) { return probe.keep_running(done); };
        for (std::uint64_t own = 1;; ++own) {
            {
                const held<Lock> guard(shared.lock);
                if (!shared.data.operate(self, each.section, may_run)) {
                    return;
                }
            }
            counted.set(self, own);
            work(each.pause);
        }
    }
};

} // namespace tollgate::lock_test
