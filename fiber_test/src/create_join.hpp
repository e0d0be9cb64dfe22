// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "scheduler_thread.hpp"

#include <tollgate/measure/thread_meter.hpp>

#include <boost/fiber/fiber.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace tollgate::fiber_test {

/// Fibers that are made, run and joined one after the other. The stack's allocation is most of
/// the cost, so each allocator has a case of its own.
template <class StackAllocator>
struct create_join {
    std::shared_ptr<scheduler_threads> threads;
    std::size_t stack_size;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return threads->timed().run_loop(
            [&](measure::loop_report& report) { make_fibers(probe, report); });
    }

private:
    template <class Probe>
    void make_fibers(Probe& probe, measure::loop_report& report) const {
        StackAllocator stacks(stack_size);
        std::uint64_t ran = 0;
        std::uint64_t created = 0;
        const measure::thread_meter meter;
        while (probe.keep_running(created)) {
            boost::fibers::fiber fiber(boost::fibers::launch::post, std::allocator_arg, stacks,
                                       [&ran] { ++ran; });
            fiber.join();
            ++created;
        }
        meter.add_to(report);
        report.probe_calls = {created + 1};
        if (ran != created) {
            report.failures.push_back(std::to_string(created) + " fibers were made, " +
                                      std::to_string(ran) + " ran");
        }
    }
};

} // namespace tollgate::fiber_test
