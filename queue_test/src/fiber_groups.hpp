// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "thread_groups.hpp"

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/fixedsize_stack.hpp>
#include <boost/fiber/operations.hpp>

#include <functional>
#include <vector>

namespace tollgate::queue_test {

/// Runs jobs concurrently, as fibers of one thread, with this algorithm for
/// boost::fibers::use_scheduling_algorithm.
template <class Scheduler>
struct as_fibers {
    static measure::loop_report run(const cpu::assignment& assignment, const std::vector<job>& jobs,
                                    const measure::group_watch& watch) {
        return measure::run_thread_group(
            {{[&](measure::loop_member& thread) { run_all(jobs, thread); }, assignment.cpu_of(0)}},
            watch);
    }

    static std::function<void()> make_pause() { return boost::this_fiber::yield; }

private:
    /// Room for several of the largest messages.
    static constexpr std::size_t stack_bytes = 1 << 20;

    static void run_all(const std::vector<job>& jobs, measure::loop_member& thread) {
        boost::fibers::use_scheduling_algorithm<Scheduler>();
        std::vector<boost::fibers::fiber> running;
        bool abandoned = false;
        const auto join_all = [&] {
            for (boost::fibers::fiber& running_fiber : running) {
                running_fiber.join();
            }
        };
        try {
            running.reserve(jobs.size());
            for (const job& entry : jobs) { // none starts before all have been made
                running.emplace_back(boost::fibers::launch::post, std::allocator_arg,
                                     boost::fibers::fixedsize_stack(stack_bytes), [&] {
                                         if (!abandoned) {
                                             entry.work(thread);
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
    static measure::loop_report run(const cpu::assignment& assignment, const std::vector<job>& jobs,
                                    const measure::group_watch& watch) {
        std::vector<job> scheduled;
        scheduled.reserve(jobs.size());
        for (const job& entry : jobs) {
            scheduled.push_back({[&entry](measure::loop_member& member) {
                                     boost::fibers::use_scheduling_algorithm<Scheduler>();
                                     entry.work(member);
                                 },
                                 entry.place});
        }
        return as_threads::run(assignment, scheduled, watch);
    }

    /// There is no other fiber that could run during a pause.
    static std::function<void()> make_pause() { return as_threads::make_pause(); }
};

} // namespace tollgate::queue_test
