// SPDX-License-Identifier: BSL-1.0
#include "cases.hpp"

#include "families.hpp"

#include <utility>

namespace tollgate::queue_test {

cli::case_list make_cases(const cli::options& chosen, const cpu::topology& machine) {
    listing to(chosen, machine);
    add_own(to);
    add_locked(to);
    add_boost_thread(to);
    add_tbb(to);
    add_moodycamel(to);
    add_kernel(to);
    add_own_channel(to);
    add_boost_fiber(to);
    add_boost(to);
    add_atomic_queue(to);
    return std::move(to).take();
}

} // namespace tollgate::queue_test
