// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "contended.hpp"
#include "contenders.hpp"
#include "guarded.hpp"
#include "held.hpp"

#include <cstdint>
#include <memory>

namespace tollgate::lock_test {

/// How long a thread waits for a lock for which others contend. An event lasts from before the lock
/// to after the lock, on the first thread. All threads do the operations of an exclusive_loop.
///
/// Self-check: the protected counter is the sum of what the threads counted.
template <class Lock>
struct wait_loop {
    contenders group;
    effort each;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const auto shared = std::make_unique<contended<Lock>>();
        operation_counts counted(group.threads);
        measure::loop_report report =
            group.run(counted, 1, [&](std::size_t self, measure::loop_member&) {
                if (self == 0) {
                    time_locks(probe, *shared, counted);
                } else {
                    shared->contend(self, each, counted, always);
                }
            });
        shared->data.add_to(report, counted.sum());
        counted.add_to(report, group.threads);
        report.probe_calls = {probe.events()};
        report.metered = counted.of(0);
        return report;
    }

private:
    static constexpr auto always = [](std::uint64_t /*done*/) { return true; };

    template <class Probe>
    void time_locks(Probe& probe, contended<Lock>& shared, operation_counts& counted) const {
        for (std::uint64_t own = 1; probe.wanted(); ++own) {
            const std::int64_t begun = probe.begin();
            std::int64_t ended = 0;
            {
                const held<Lock> guard(shared.lock);
                ended = probe.end();
                shared.data.operate(0, each.section, always);
            }
            probe.add(begun, ended);
            counted.set(0, own);
            work(each.pause);
        }
        const held<Lock> guard(shared.lock);
        shared.data.end();
    }
};

} // namespace tollgate::lock_test
