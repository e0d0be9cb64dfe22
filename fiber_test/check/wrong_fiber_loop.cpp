// SPDX-License-Identifier: BSL-1.0
//
// A measuring program whose only loop is right, or has the mistake that --mistake names.
#include "small_stack.hpp"
#include "wrong_ring.hpp"
#include "yield_ring.hpp"

#include <tollgate/faults/wrong_case.hpp>
#include <tollgate/faults/wrong_program.hpp>

#include <memory>
#include <optional>
#include <string>

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
