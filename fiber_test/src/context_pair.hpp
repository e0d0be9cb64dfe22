// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lanes.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/thread_meter.hpp>

#include <boost/context/fiber.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace tollgate::fiber_test {

/// Two bare contexts of Boost.Context that resume each other: the floor under every fiber switch.
/// One of them is the thread's own.
struct context_pair {
    std::shared_ptr<fiber_lanes> lanes;
    stack_cache stacks;

    template <class Probe>
    measure::loop_report operator()(Probe& probe) const {
        measure::loop_report report;
        fiber_lane& lane = lanes->timed();
        lane.intend_cpu(report);
        lane.run([&] { take_turns(probe, report); });
        return report;
    }

private:
    template <class Probe>
    void take_turns(Probe& probe, measure::loop_report& report) const {
        using boost::context::fiber;
        std::uint64_t done_so_far = 0;
        bool ended = false;
        report.turns.assign(2, 0);

        const auto play = [&](std::uint64_t& turns, fiber& other) {
            while (!ended) {
                ++turns;
                if (!probe.turn(done_so_far)) {
                    ended = true;
                    break;
                }
                ++done_so_far;
                other = std::move(other).resume();
            }
        };
        fiber other(std::allocator_arg, stacks, [&](fiber&& back) {
            play(report.turns[1], back);
            return std::move(back);
        });
        const measure::thread_meter meter;
        play(report.turns[0], other);
        meter.add_to(report);
        if (other) {
            other = std::move(other).resume();
        }
    }
};

} // namespace tollgate::fiber_test
