// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_ways.hpp"
#include "own_ways.hpp"
#include "receive_parts.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_crew.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// What the thread of a receive has to do that waits for nothing but its timeout.
enum class load {
    idle, ///< nothing
    storm ///< another fiber, that does nothing but yield
};

/// Receives from a channel into which nothing is pushed. An event begins before the receive and
/// ends when it has returned; what remains of it without the timeout is the lateness. Each begins a
/// random time after the last one, so that it falls anywhere into what the scheduler and the clock
/// count by.
///
/// Proofs, by the clock that the timeout was counted by: a receive says that it timed out, and did
/// not return before the time was over.
template <class Way>
struct late_loop {
    cpu::assignment where;
    load beside;
    std::chrono::nanoseconds after;
    std::shared_ptr<measure::moments> pauses;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report = measure::run_crew(
            {{[&](measure::loop_member& thread) { run(probe, thread.own); }, where.cpu_of(0)}});
        report.turns = {probe.events()};
        return report;
    }

private:
    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        Way::schedule();
        bool over = false;
        boost::fibers::fiber storm(boost::fibers::launch::post, [&] {
            while (beside == load::storm && !over) {
                boost::this_fiber::yield();
            }
        });
        try {
            boost::fibers::fiber(boost::fibers::launch::post, [&] {
                wait_again_and_again(probe, report);
            }).join();
        } catch (...) { // it could not be made
            over = true;
            storm.join();
            throw;
        }
        over = true;
        storm.join();
    }

    static void pause(std::chrono::nanoseconds time) {
        const auto end = std::chrono::steady_clock::now() + time;
        do {
            boost::this_fiber::yield();
        } while (std::chrono::steady_clock::now() < end);
    }

    template <class Probe>
    void wait_again_and_again(Probe& probe, measure::loop_report& report) const {
        using clock = typename Way::clock;
        const auto nobody_pushes = Way::make();
        while (probe.wanted() && report.failures.empty()) {
            pause(pauses->next());
            const auto before = clock::now();
            const auto begun = probe.begin();
            const bool timed_out = Way::times_out(*nobody_pushes, after);
            const auto ended = probe.end();
            const std::chrono::nanoseconds waited = clock::now() - before;
            if (!timed_out) {
                report.failures.emplace_back(
                    "a receive ended otherwise than by its timeout, though nobody sent anything");
            }
            if (waited < after) {
                report.failures.push_back(
                    fmt::format("a timeout fired {} ns early", (after - waited).count()));
            }
            probe.add(begun, ended);
        }
    }
};

/// Receives that end by their timeout.
template <class Clock>
struct own_late_way : own_way<fiber_channel<Clock>, group::baseline> {
    using clock = Clock;

    static bool times_out(fiber_channel<Clock>& from, std::chrono::nanoseconds after) {
        return from.pop_for(after).status() == queue::status::timeout;
    }
};

template <class Scheduler>
struct boost_late_way : boost_way<boost_buffered, Scheduler, group::baseline> {
    using clock = std::chrono::steady_clock;

    static bool times_out(boost_buffered::channel& from, std::chrono::nanoseconds after) {
        std::uint64_t none = 0;
        return from.pop_wait_for(none, after) == boost::fibers::channel_op_status::timeout;
    }
};

} // namespace tollgate::timeout_test
