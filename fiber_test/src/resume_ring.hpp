// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "counted_picks.hpp"
#include "yield_ring.hpp"

#include <tollgate/measure/interval_probe.hpp>

#include <algorithm>

namespace tollgate::fiber_test {

/// The ring of yields divided by resumes: the dispatcher is a fiber of the ready queue and takes
/// its turn too. The resumes are counted in a ring like the timed one, on a lane that counts.
struct resume_ring {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t fibers;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        const yield_ring ring{lanes, fibers, stacks};
        measure::loop_report report = ring(probe);
        const measure::schedule asked{2 * fibers, {{1, laps() * fibers}}};
        measure::interval_probe counter(pick_clock{&lanes->counted().picks()}, asked);
        ring.run_on(lanes->counted(), counter);
        const auto picks = static_cast<double>(counter.intervals().front());
        report.units_per_operation =
            picks / static_cast<double>(asked.segments.front().operations());
        if (!counter.complete() || picks <= 0) {
            report.failures.emplace_back("the resumes of the ring could not be counted");
        }
        return report;
    }

private:
    /// The count is exact, whatever its length; a few laps show that it is steady.
    [[nodiscard]] std::uint64_t laps() const { return std::max<std::uint64_t>(2, 256 / fibers); }
};

} // namespace tollgate::fiber_test
