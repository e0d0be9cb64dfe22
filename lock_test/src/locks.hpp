// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "locks/boost_spinlock.hpp"
#include "locks/brief_lock.hpp"
#include "locks/mcs_lock.hpp"
#include "locks/pthread_pi.hpp"
#include "locks/std_mutex.hpp"
#include "locks/std_recursive_mutex.hpp"
#include "locks/std_shared_mutex.hpp"
#include "locks/ticket_lock.hpp"
#if defined(__linux__)
#include "locks/futex_lock_linux.hpp"
#endif
#if defined(__GLIBC__)
#include "locks/pthread_adaptive.hpp"
#endif

#include <tuple>

namespace tollgate::lock_test {

/// The locks, in the order of the table: each has a header in locks/ and a line here.
///
/// A lock has a `name`, `lock()` and `unlock()`, and `try_lock()` if it can be tried. If it has a
/// type `node`, these functions have a node as argument (see held.hpp). `hands_over_in_order` says
/// that waiting threads spin, and enter in the order in which they came.
using locks = std::tuple<std_mutex,
#if defined(__GLIBC__)
                         pthread_adaptive,
#endif
                         boost_spinlock, ticket_lock, mcs_lock,
#if defined(__linux__)
                         futex_lock,
#endif
                         std_shared_mutex, std_recursive_mutex, pthread_pi, brief_lock>;

/// Whether threads enter in order, and spin. If the next thread has no CPU, all others wait for it.
template <class Lock>
[[nodiscard]] constexpr bool is_in_order() {
    return requires {
        Lock::hands_over_in_order;
    };
}

} // namespace tollgate::lock_test
