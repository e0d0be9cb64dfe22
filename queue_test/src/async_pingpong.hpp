// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "async_task.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/blocking_queue.hpp>

#include <cstddef>
#include <cstdint>

namespace tollgate::queue_test {

/// Two coroutines of one thread give each other a number through two queues. Each waits until the
/// other has pushed. An operation is one hand-off: a push, a post to the loop, and the rest of the
/// pop that waited.
///
/// Self-checks: each number is one higher than the last one, and both coroutines end.
template <class Queue = queue::blocking_queue<std::uint64_t>>
struct async_pingpong {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        const measure::thread_meter meter;
        await::run_loop loop;
        Queue there(64);
        Queue back(64);
        player first;
        player second;
        {
            const async_task one = play(loop, there, back, probe, first);
            const async_task other = play(loop, back, there, probe, second);
            static_cast<void>(there.push(0));
            while (loop.try_run_one()) {
            }
            if (!one.is_done() || !other.is_done()) {
                report.failures.emplace_back("a coroutine was not resumed");
            }
        }
        meter.add_to(report);
        report.probe_calls = {first.calls, second.calls};
        if (!first.in_order || !second.in_order) {
            report.failures.emplace_back("a number arrived twice, or not at all");
        }
        return report;
    }

private:
    struct player {
        std::uint64_t calls = 0;
        bool in_order = true;
    };

    /// The player that ends closes the queue of the other one.
    template <class Probe>
    async_task play(await::run_loop& /*loop*/, Queue& in, Queue& out, Probe& probe,
                    player& self) const {
        std::uint64_t last = 0;
        while (const auto number = co_await queue::async_pop(in)) {
            self.in_order = self.in_order && (self.calls == 0 || *number == last + 2);
            last = *number;
            ++self.calls;
            if (!probe.keep_running(*number)) {
                break;
            }
            static_cast<void>(out.push(*number + 1));
        }
        out.close();
    }
};

} // namespace tollgate::queue_test
