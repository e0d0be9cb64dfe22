// SPDX-License-Identifier: BSL-1.0
#include "static_rings.hpp"

#include "fiber_lane.hpp"
#include "keys.hpp"
#include "yield_ring.hpp"

#include <memory>

extern "C" void tollgate_add_static_rings(const tollgate::fiber_test::static_rings& what) {
    using namespace tollgate::fiber_test;
    for (const scheduler which : what.schedulers) {
        const auto lanes = std::make_shared<fiber_lanes>(which, what.cpu);
        for (const std::uint64_t n : what.fibers) {
            const auto add = [&](parameters of, const char* unit, auto loop) {
                of.push_back({"fibers", n});
                const tollgate::measure::case_key shared = key_under(which, "yield", of);
                of.insert(of.end() - 1, {"linked", "static"});
                what.add(tollgate::measure::make_case(key_under(which, "yield", of), unit, n, 1,
                                                      std::move(loop), ring_settling(n)),
                         shared);
            };
            add({}, yield_unit, yield_ring{lanes, n, what.stacks});
            if (which == scheduler::tollgate) {
                add({{"call", "tollgate"}}, own_yield_unit,
                    ring_of_yields<by_tollgate>{lanes, n, what.stacks});
            }
        }
    }
}
