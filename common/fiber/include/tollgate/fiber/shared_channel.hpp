// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A channel between fibers of any threads; see `basic_channel`.
///
/// Threads: any. Threads whose fibers are scheduled otherwise, or that have none, use the `try_`
/// forms and close(). When the last call has returned, and not before, it may be destroyed.
///
/// Memory order: what was written before a push is visible after the pop of its element. All calls
/// take effect in one order, that in which they hold the lock.
///
/// Cost: one exchange for the lock, or two if moving an element is more than a copy of at most 256
/// bytes, as then it is a std::mutex; and a compare-and-swap for each wait that is ended. A thread
/// that ends the wait of a fiber of another thread posts it there: two more read-modify-writes, and
/// a system call if that thread sleeps.
template <class T, class Clock = std::chrono::steady_clock>
using shared_channel = basic_channel<T, Clock, detail::sharing::threads>;

} // namespace tollgate::fiber
