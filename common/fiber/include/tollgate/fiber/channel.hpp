// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/fiber/basic_channel.hpp>

#include <chrono>

namespace tollgate::fiber {

/// A channel between fibers of one thread. `basic_channel` describes its functions.
///
///     tollgate::fiber::channel<int> numbers(1);
///     const auto pushed = numbers.push(42);                             // in a fiber
///     int sum = 0;                                                      // in another fiber
///     while (auto number = numbers.pop_for(std::chrono::seconds(10))) {
///         sum += *number;
///     }
///
/// - *Threads*: one thread uses a channel during the channel's whole life. Any thread may cancel
///   the token of a wait. The cancellation notifies the thread of the waiting fiber, and this
///   thread ends the wait.
/// - *Cost*: no atomic operation, no lock, no allocation. A push or pop that does not wait takes
///   some ten instructions. A wait adds a switch.
template <class T, class Clock = std::chrono::steady_clock>
using channel = basic_channel<T, Clock, detail::sharing::one_thread>;

} // namespace tollgate::fiber
