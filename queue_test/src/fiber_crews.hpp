// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/operations.hpp>

#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// Runs jobs side by side, as fibers of one thread, with this algorithm for
/// boost::fibers::use_scheduling_algorithm.
template <class Scheduler>
struct as_fibers {
    static measure::loop_report run(const cpu::assignment& where, const std::vector<job>& jobs,
                                    const measure::crew_watch& watch) {
        return measure::run_crew(
            {{[&](measure::loop_member& thread) { run_all(jobs, thread); }, where.cpu_of(0)}},
            watch);
    }

    static std::function<void()> make_pause() { return boost::this_fiber::yield; }

private:
    /// The largest message, several times over.
    static constexpr std::size_t stack_bytes = 1 << 20;

    static void run_all(const std::vector<job>& jobs, measure::loop_member& thread) {
        boost::fibers::use_scheduling_algorithm<Scheduler>();
        std::vector<boost::fibers::fiber> running;
        bool abandoned = false;
        const auto join_all = [&] {
            for (boost::fibers::fiber& one : running) {
                one.join();
            }
        };
        try {
            running.reserve(jobs.size());
            for (const job& one : jobs) { // none begins before all are there
                running.emplace_back(boost::fibers::launch::post, std::allocator_arg,
                                     boost::fibers::fixedsize_stack(stack_bytes), [&] {
                                         if (!abandoned) {
                                             one.work(thread);
                                         }
                                     });
            }
        } catch (...) {
            abandoned = true;
            join_all();
            throw;
        }
        join_all();
    }
};

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
