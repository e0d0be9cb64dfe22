// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lane.hpp"
#include "stack_cache.hpp"

#include <tollgate/measure/thread_meter.hpp>

#include <boost/context/fiber.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

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

/// Bare contexts that resume each other in a ring, without a scheduler: what a scheduler could
/// reach at best with as many stacks in use.
struct context_ring {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t contexts;
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
    using fiber = boost::context::fiber;

    template <class Probe>
    void take_turns(Probe& probe, measure::loop_report& report) const {
        std::uint64_t done_so_far = 0;
        report.turns.assign(contexts, 0);
        // Where each suspended context can be resumed; the last place is the thread's own context.
        std::vector<fiber> suspended(contexts + 1);

        const auto body = [&](std::size_t self, fiber&& resumed_by) {
            const std::size_t before = self == 0 ? contexts - 1 : self - 1;
            const std::size_t after = self + 1 == contexts ? 0 : self + 1;
            suspended[self == 0 ? contexts : before] = std::move(resumed_by);
            while (true) {
                ++report.turns[self];
                if (!probe.turn(done_so_far)) {
                    return std::move(suspended[contexts]);
                }
                ++done_so_far;
                suspended[before] = std::move(suspended[after]).resume();
            }
        };
        for (std::size_t i = 0; i < contexts; ++i) {
            suspended[i] = fiber(std::allocator_arg, stacks,
                                 [&body, i](fiber&& from) { return body(i, std::move(from)); });
        }
        const measure::thread_meter meter;
        std::move(suspended[0]).resume();
        meter.add_to(report);
    }
};

} // namespace tollgate::fiber_test
