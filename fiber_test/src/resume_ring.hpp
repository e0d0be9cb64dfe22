// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"
#include "yield_ring.hpp"

#include <tollgate/measure/interval_probe.hpp>

#include <algorithm>
#include <string>

namespace tollgate::fiber_test {

/// The ring of yields, divided by resumes. The dispatcher is a fiber too, and a scheduler lets it
/// run in between: Boost's schedulers in each lap, ours now and then. The resumes are counted in a
/// ring like the timed ring, on a thread that counts, where the order of the fibers is checked,
/// too.
struct resume_ring {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t fibers;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const yield_ring ring{threads, fibers, stacks};
        measure::loop_report report = ring(probe);
        scheduler_thread& thread = threads->counted();
        const measure::schedule plan{2 * fibers + few_operations, {{1, laps() * fibers}}};
        measure::interval_probe counter(pick_clock{&thread.counts()}, plan);
        ring_order order(fibers);
        ring.run_on(thread, counter, order);
        const auto picks = static_cast<double>(counter.intervals().front());
        report.units_per_operation =
            picks / static_cast<double>(plan.segments.front().operations());
        if (!counter.complete() || picks <= 0) {
            report.failures.emplace_back("the resumes of the ring could not be counted");
        }
        judge(order, thread.counts(), report);
        return report;
    }

private:
    /// After a pause our scheduler begins with a few quick runs of its dispatcher.
    static constexpr std::uint64_t few_operations = 256;

    /// Enough that a run of the dispatcher more or less, at the ends, does not matter.
    [[nodiscard]] std::uint64_t laps() const { return std::max<std::uint64_t>(2, 4096 / fibers); }

    static void judge(const ring_order& order, const pick_counts& counts,
                      measure::loop_report& report) {
        if (order.out_of_order() != 0) {
            report.failures.push_back("fibers ran out of order " +
                                      std::to_string(order.out_of_order()) + " times");
        }
        if (counts.passes_by_own_count.value_or(counts.dispatcher_passes) !=
            counts.dispatcher_passes) {
            report.failures.push_back("the scheduler says that its dispatcher ran " +
                                      std::to_string(*counts.passes_by_own_count) +
                                      " times, and it was resumed " +
                                      std::to_string(counts.dispatcher_passes) + " times");
        }
    }
};

} // namespace tollgate::fiber_test
