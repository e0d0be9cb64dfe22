// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A channel between fibers of any threads; `basic_channel` has the interface.
///
///     tollgate::fiber::shared_channel<int> numbers(16);
///     const auto pushed = numbers.try_push(42); // in any thread
///     auto number = numbers.pop();              // in a fiber of another thread
///
/// - *Threads*: any. A thread without fibers, or with another scheduler, uses the `try_` forms and
///   close().
/// - *Memory order*: what was written before a push is visible after the pop of its element. All
///   calls take effect in one order, in which they hold the lock.
/// - *Lifetime*: you may destroy it when the last call has returned, and not before.
/// - *Cost*: an exchange for the lock, and a compare-and-swap for each wait that is ended. Ending a
///   wait on another thread adds two read-modify-writes, and a system call if that thread sleeps. A
///   std::mutex is the lock, with two exchanges, unless moving a T copies at most 256 bytes.
template <class T, class Clock = std::chrono::steady_clock>
using shared_channel = basic_channel<T, Clock, detail::sharing::threads>;

} // namespace tollgate::fiber
