// SPDX-License-Identifier: BSL-1.0
//
// A measuring program whose only loop is right, or has the mistake that --mistake names.
#include "fiber_lane.hpp"
#include "small_stack.hpp"
#include "yield_ring.hpp"

#include <tollgate/faults/mistake.hpp>
#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>
#include <tollgate/faults/wrong_turns.hpp>
#include <tollgate/measure/loop_report.hpp>

#include <boost/fiber/fiber.hpp>
#include <boost/fiber/operations.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
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

namespace {

using namespace tollgate;
using namespace tollgate::fiber_test;

measure::measured_case make_ring(const std::string& name, std::uint64_t fibers,
                                 faults::mistake made) {
    const auto lanes = std::make_shared<fiber_lanes>(scheduler::round_robin, std::nullopt);
    if (made == faults::mistake::none) {
        return measure::make_case(name, "one yield", fibers, 1,
                                  yield_ring{lanes, fibers, stack_cache(small_stack)});
    }
    return faults::make_wrong_case(name, "one yield", fibers, 1, wrong_ring{lanes, fibers, made});
}

} // namespace

int main(int argc, char** argv) {
    return cli::run_program(argc, argv,
                            faults::describe({.name = "wrong_fiber_loop",
                                              .loop = "fiber/ring",
                                              .members = "fibers",
                                              .members_range = {2, 1'000},
                                              .kind = "Fiber",
                                              .make = make_ring}));
}
