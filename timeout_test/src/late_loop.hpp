// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "boost_ways.hpp"
#include "own_ways.hpp"
#include "receive_parts.hpp"

#include <tollgate/cpu/assignment.hpp>
#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/moments.hpp>
#include <tollgate/measure/run_thread_group.hpp>

#include <boost/fiber/channel_op_status.hpp>
#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// The other work of the thread whose receive waits for its timeout.
enum class load {
    idle, ///< none
    storm ///< another fiber, which only yields
};

/// Receives from a channel into which nothing is pushed. An event begins before the receive and
/// ends when it has returned; the event less the timeout is the lateness. Each event begins a
/// random time after the last one, so that its phase to the scheduler and to the clock is random.
///
/// Self-checks, by the clock of the timeout: a receive returns that it timed out, and not before
/// the time is over.
template <class Way>
struct late_loop {
    cpu::assignment where;
    load other_work;
    std::chrono::nanoseconds after;
    std::shared_ptr<measure::moments> pauses;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report = measure::run_thread_group(
            {{[&](measure::loop_member& thread) { run(probe, thread.report); }, where.cpu_of(0)}});
        report.probe_calls = {probe.events()};
        return report;
    }

private:
    template <class Probe>
    void run(Probe& probe, measure::loop_report& report) const {
        Way::schedule();
        bool over = false;
        boost::fibers::fiber storm(boost::fibers::launch::post, [&] {
            while (other_work == load::storm && !over) {
                boost::this_fiber::yield();
            }
        });
        try {
            boost::fibers::fiber(boost::fibers::launch::post, [&] {
                wait_repeatedly(probe, report);
            }).join();
        } catch (...) { // the fiber could not be created
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
    void wait_repeatedly(Probe& probe, measure::loop_report& report) const {
        using clock = typename Way::clock;
        const auto never_pushed = Way::make();
        while (probe.wanted() && report.failures.empty()) {
            pause(pauses->next());
            const auto before = clock::now();
            const auto begun = probe.begin();
            const bool timed_out = Way::times_out(*never_pushed, after);
            const auto ended = probe.end();
            const std::chrono::nanoseconds waited = clock::now() - before;
            if (!timed_out) {
                report.failures.emplace_back(
                    "a receive did not end by its timeout, although no message was sent");
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
