// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lane.hpp"

#include <tollgate/measure/thread_meter.hpp>

#include <boost/fiber/fiber.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace tollgate::fiber_test {

/// Fibers that are made, run and joined one after the other. Most of the cost is the stack's
/// allocation, so there is one case for each of Boost's allocators.
template <class StackAllocator>
struct create_join {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t stack_size;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        return lanes->timed().run_loop(
            [&](measure::loop_report& report) { make_fibers(probe, report); });
    }

private:
    template <class Probe>
    void make_fibers(Probe& probe, measure::loop_report& report) const {
        StackAllocator stacks(stack_size);
        std::uint64_t ran = 0;
        std::uint64_t made = 0;
        const measure::thread_meter meter;
        while (probe.turn(made)) {
            boost::fibers::fiber one(boost::fibers::launch::post, std::allocator_arg, stacks,
                                     [&ran] { ++ran; });
            one.join();
            ++made;
        }
        meter.add_to(report);
        report.turns = {made + 1};
        if (ran != made) {
            report.failures.push_back(std::to_string(made) + " fibers were made, " +
                                      std::to_string(ran) + " ran");
        }
    }
};

} // namespace tollgate::fiber_test
