// SPDX-License-Identifier: BSL-1.0
#include "exclusive_loop.hpp"
#include "fiber_group.hpp"
#include "program.hpp"

#include <tollgate/bench/placements.hpp>

#include <utility>

namespace tollgate::lock_test {

void add_fiber_locks(bench::case_table& table) {
    const place where{"same", bench::one_cpu(table.machine())};
    for (const std::uint64_t fibers : thread_counts(table.chosen())) {
        measure::measured_case added = measure::make_case(
            fiber_lock_key(fibers), "one lock, yield, unlock and yield, for each fiber", fibers, 1,
            exclusive_loop<yielding_fiber_mutex, fiber_group>{{fibers, where.where}, {}});
        table.add(std::move(added));
    }
}

} // namespace tollgate::lock_test
