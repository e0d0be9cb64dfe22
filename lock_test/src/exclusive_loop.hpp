// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contended.hpp"
#include "contenders.hpp"
#include "guarded.hpp"

#include <tollgate/measure/loop_probe.hpp>

#include <cstdint>
#include <memory>

namespace tollgate::lock_test {

/// Threads that contend for one lock. An operation: lock, work on the protected data, unlock,
/// pause.
///
/// The holder of the lock asks the probe, which is data that the lock protects. So the number of
/// operations between two clock readings is exact, and only a holder reads the clock.
///
/// Self-check: the protected counter is the sum of what the threads counted.
template <class Lock, class Group = contenders, class Number = std::uint64_t>
struct exclusive_loop {
    Group group;
    effort each;

    measure::loop_report operator()(measure::loop_probe& probe) const {
        const auto shared = std::make_unique<contended<Lock, Number>>();
        operation_counts counted(group.threads);
        const auto may_run = [asked = &probe](std::uint64_t done) {
            return asked->keep_running(done);
        };
        measure::loop_report report =
            group.run(counted, group.threads, [&](std::size_t self, measure::loop_member&) {
                shared->contend(self, each, counted, may_run);
            });
        const std::uint64_t operations = counted.sum();
        shared->data.add_to(report, operations);
        counted.add_to(report, group.threads);
        divide(report, group.threads, 1, operations);
        report.probe_calls = {operations + 1};
        return report;
    }
};

} // namespace tollgate::lock_test
