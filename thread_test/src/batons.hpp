// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "atomic_wait_baton.hpp"
#include "condvar_baton.hpp"
#include "descriptor_batons.hpp"
#include "needs.hpp"
#include "polling_batons.hpp"
#if defined(__linux__)
#include "semaphore_baton_linux.hpp"
#endif

#include <tuple>

namespace tollgate::thread_test {

/// The batons, in the order of the table: each has a header in this folder and a line here.
///
/// A baton has a `name`, a `unit` of work, and a `place` if it cannot be measured everywhere.
/// baton_ring.hpp says what it does.
using batons = std::tuple<condvar_baton,
#if defined(__linux__)
                          semaphore_baton,
#endif
                          atomic_wait_baton, pipe_baton,
#if defined(__linux__)
                          eventfd_baton,
#endif
                          sched_yield_baton, spin_baton>;

/// Where a baton has to be measured.
template <class Baton>
[[nodiscard]] constexpr needs place_for() {
    if constexpr (requires { Baton::place; }) {
        return Baton::place;
    } else {
        return needs::nothing;
    }
}

} // namespace tollgate::thread_test
