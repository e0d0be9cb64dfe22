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

/// The batons, in the table's order: each is a header beside this one and a line here.
///
/// A baton says its `name` and its `unit` of work; and where it has to be measured, if not
/// anywhere, as its `place`. What it does is said in baton_ring.hpp.
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
