// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A channel between fibers of any threads. `basic_channel` describes its functions.
///
///     tollgate::fiber::shared_channel<int> numbers(16);
///     const auto pushed = numbers.try_push(42); // in any thread
///     auto number = numbers.pop();              // in a fiber of another thread
///
/// - *Threads*: any thread may use a shared_channel. But a thread that does not run Tollgate's
///   scheduler must not call a push or a pop that waits.
/// - *Memory order*: after the pop of an element, the popping thread sees everything that was
///   written before the push of this element. All calls take effect in one order, the order in
///   which they hold the lock.
/// - *Lifetime*: you may destroy a shared_channel only after the last call has returned.
/// - *Cost*: an atomic exchange for the lock, and a compare-and-swap for each waiting fiber that
///   the call wakes. If the fiber is on another thread, the call adds some read-modify-writes, and
///   a system call if the other thread sleeps. If a T has more than 256 bytes, or a move of a T
///   does more than copy bytes, the lock is a std::mutex. A std::mutex takes two exchanges.
template <class T, class Clock = std::chrono::steady_clock>
using shared_channel = basic_channel<T, Clock, detail::sharing::threads>;

} // namespace tollgate::fiber
