// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crew.hpp"

#include <boost/fiber/operations.hpp>

#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// Runs each job as the only fiber of a thread of its own, with this algorithm for
/// boost::fibers::use_scheduling_algorithm.
template <class Scheduler>
struct as_fiber_threads {
    static measure::loop_report run(const cpu::assignment& where, const std::vector<job>& jobs,
                                    const measure::crew_watch& watch) {
        std::vector<job> scheduled;
        scheduled.reserve(jobs.size());
        for (const job& one : jobs) {
            scheduled.push_back({[&one](measure::loop_member& member) {
                                     boost::fibers::use_scheduling_algorithm<Scheduler>();
                                     one.work(member);
                                 },
                                 one.place});
        }
        return as_threads::run(where, scheduled, watch);
    }

    /// While it pauses there is no other fiber that could run.
    static std::function<void()> make_pause() { return as_threads::make_pause(); }
};

} // namespace tollgate::queue_test
