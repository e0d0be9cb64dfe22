// SPDX-License-Identifier: BSL-1.0
#include "program.hpp"

namespace tollgate::lock_test {

void add_fiber_locks(bench::case_table& table) {
    for (const std::uint64_t fibers : thread_counts(table.chosen())) {
        table.refuse(fiber_lock_key(fibers),
                     "built without Boost.Fiber, or with a sanitizer (Debian: libboost-fiber-dev)");
    }
}

} // namespace tollgate::lock_test
