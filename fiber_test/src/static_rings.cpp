// SPDX-License-Identifier: BSL-1.0
#include "static_rings.hpp"

#include "keys.hpp"
#include "scheduler_thread.hpp"
#include "yield_ring.hpp"

#include <memory>

extern "C" void tollgate_add_static_rings(const tollgate::fiber_test::static_rings& request) {
    using namespace tollgate::fiber_test;
    for (const scheduler kind : request.schedulers) {
        const auto threads = std::make_shared<scheduler_threads>(kind, request.cpu);
        for (const std::uint64_t n : request.fibers) {
            const auto add = [&](parameters others, const char* unit, auto loop) {
                others.push_back({"fibers", n});
                const tollgate::measure::case_key shared = key_under(kind, "yield", others);
                others.insert(others.end() - 1, {"linked", "static"});
                request.add(tollgate::measure::make_case(key_under(kind, "yield", others), unit, n,
                                                         1, std::move(loop), ring_settling(n)),
                            shared);
            };
            add({}, yield_unit, yield_ring{threads, n, request.stacks});
            if (kind == scheduler::tollgate) {
                add({{"call", "tollgate"}}, own_yield_unit,
                    ring_of_yields<by_tollgate>{threads, n, request.stacks});
            }
        }
    }
}
