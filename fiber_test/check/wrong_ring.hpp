// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "fiber_lanes.hpp"

#include <tollgate/faults/mistake.hpp>
#include <tollgate/faults/wrong_turns.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <cstddef>
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
        faults::wrong_turns turns(probe, stamps, fibers, made);
        lanes->timed().run([&] {
            std::vector<boost::fibers::fiber> members;
            for (std::size_t i = 0; i < fibers; ++i) {
                members.emplace_back([&turns, i] {
                    while (!turns.ended() && turns.take(i)) {
                        boost::this_fiber::yield();
                    }
                });
            }
            for (boost::fibers::fiber& one : members) {
                one.join();
            }
        });
        measure::loop_report report;
        report.turns = turns.turns();
        return report;
    }
};

} // namespace tollgate::fiber_test
