// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "schedulers.hpp"
#include "yield_ring.hpp"

#include <tollgate/measure/interval_probe.hpp>

#include <algorithm>
#include <string>

namespace tollgate::fiber_test {

/// The ring of yields divided by resumes: the dispatcher is a fiber too, and a scheduler lets it
/// run in between, a Boost one each lap, ours now and then. The resumes are counted in a ring like
/// the timed one, on a lane that counts, and there the order of turns is watched.
struct resume_ring {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t fibers;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const yield_ring ring{lanes, fibers, stacks};
        measure::loop_report report = ring(probe);
        fiber_lane& lane = lanes->counted();
        const measure::schedule asked{2 * fibers + few_operations, {{1, laps() * fibers}}};
        measure::interval_probe counter(pick_clock{&lane.counts()}, asked);
        ring_order order(fibers);
        ring.run_on(lane, counter, order);
        const auto picks = static_cast<double>(counter.intervals().front());
        report.units_per_operation =
            picks / static_cast<double>(asked.segments.front().operations());
        if (!counter.complete() || picks <= 0) {
            report.failures.emplace_back("the resumes of the ring could not be counted");
        }
        judge(order, lane.counts(), report);
        return report;
    }

private:
    /// Our scheduler starts after a pause with a few passes of its dispatcher in quick succession.
    static constexpr std::uint64_t few_operations = 256;

    /// Enough that a pass of the dispatcher more or less, at the ends, does not show.
    [[nodiscard]] std::uint64_t laps() const { return std::max<std::uint64_t>(2, 4096 / fibers); }

    static void judge(const ring_order& order, const pick_counts& seen,
                      measure::loop_report& report) {
        if (order.out_of_order() != 0) {
            report.failures.push_back("fibers took turns out of order " +
                                      std::to_string(order.out_of_order()) + " times");
        }
        if (seen.passes_it_says.value_or(seen.dispatcher_passes) != seen.dispatcher_passes) {
            report.failures.push_back("the scheduler says that its dispatcher ran " +
                                      std::to_string(*seen.passes_it_says) +
                                      " times, and it was resumed " +
                                      std::to_string(seen.dispatcher_passes) + " times");
        }
    }
};

} // namespace tollgate::fiber_test
