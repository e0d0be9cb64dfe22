// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "async_task.hpp"

#include <tollgate/measure/loop_report.hpp>
#include <tollgate/measure/thread_meter.hpp>
#include <tollgate/queue/async_pop.hpp>
#include <tollgate/queue/blocking_queue.hpp>

#include <cstdint>

namespace tollgate::queue_test {

enum class popper { thread, coroutine };

/// A thread, or a coroutine, pushes an element, and pops it. So there is always an element to pop.
///
/// Self-checks: each pop takes the element of its push, and the coroutine never waits.
template <popper By, class Queue = queue::blocking_queue<std::uint64_t>>
struct async_pop_loop {
    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        Queue elements(64);
        std::uint64_t done = 0;
        bool in_order = true;
        const measure::thread_meter meter;
        if constexpr (By == popper::thread) {
            while (probe.keep_running(done)) {
                static_cast<void>(elements.push(done));
                const auto element = elements.pop();
                in_order = in_order && element && *element == done;
                ++done;
            }
        } else {
            await::run_loop loop;
            const async_task all = push_and_pop(loop, elements, probe, done, in_order);
            if (!all.is_done()) {
                report.failures.emplace_back("a coroutine waited for an element that was there");
            }
        }
        meter.add_to(report);
        report.probe_calls = {done + 1};
        if (!in_order) {
            report.failures.emplace_back("a pop took another element than its push had pushed");
        }
        return report;
    }

private:
    template <class Probe>
    async_task push_and_pop(await::run_loop& /*loop*/, Queue& elements, Probe& probe,
                            std::uint64_t& done, bool& in_order) const {
        while (probe.keep_running(done)) {
            static_cast<void>(elements.push(done));
            const auto element = co_await queue::async_pop(elements);
            in_order = in_order && element && *element == done;
            ++done;
        }
    }
};

} // namespace tollgate::queue_test
