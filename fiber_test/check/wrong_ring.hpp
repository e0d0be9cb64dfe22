// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lanes.hpp"

#include <tollgate/faults/mistake.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tollgate::fiber_test {

/// A ring of yields with a mistake in it.
struct wrong_ring {
    std::shared_ptr<fiber_lanes> lanes;
    std::size_t fibers;
    faults::mistake made;

    template <class Probe, class Stamps>
    measure::loop_report operator()(Probe& probe, Stamps& stamps) const {
        measure::loop_report report;
        report.turns.assign(fibers, 0);
        lanes->timed().run([&] {
            ring<Probe, Stamps> shared{probe, stamps};
            std::vector<boost::fibers::fiber> members;
            for (std::size_t i = 0; i < fibers; ++i) {
                members.emplace_back([&, i] { report.turns[i] = take_turns(i, shared); });
            }
            for (boost::fibers::fiber& one : members) {
                one.join();
            }
        });
        return report;
    }

private:
    template <class Probe, class Stamps>
    struct ring {
        Probe& probe;
        Stamps& stamps;
        std::uint64_t done = 0;
        bool ended = false;

        bool turn() {
            ended = !probe.turn(done);
            ++done;
            return !ended;
        }
    };

    template <class Shared>
    std::uint64_t take_turns(std::size_t self, Shared& shared) const {
        std::uint64_t turns = 0;
        std::int64_t stamp = 0;
        while (!shared.ended) {
            shared.stamps.use(stamp);
            if (made != faults::mistake::lost_turn || shared.done != fibers) {
                ++turns;
            }
            if (!shared.turn()) {
                break;
            }
            if (made == faults::mistake::uneven_turns && self == 0) {
                ++turns;
                if (!shared.turn()) {
                    break;
                }
            }
            stamp = shared.stamps.take();
            boost::this_fiber::yield();
        }
        return turns;
    }
};

} // namespace tollgate::fiber_test
