// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for any number of threads that push, and any number of threads that pop.
///
///     tollgate::queue::blocking_queue<int> numbers(64);
///     if (numbers.push(1) == tollgate::queue::status::done) {
///         const auto number = numbers.pop();
///         return number ? *number : 0;
///     }
///     return 0;
///
/// - *Threads*: any thread may call any function. The elements are popped in the order in which
///   their pushes took effect. So the elements of one producer are popped in the order in which the
///   producer pushed them. The queue is not wait-free: see the last paragraph.
/// - *Cost*: a push and a pop execute one compare-and-swap each. One cache line moves between the
///   threads: the cache line that contains the element. A token costs a load. A deadline costs
///   nothing until the thread has to wait. The number of places for elements is the capacity,
///   rounded up to a power of two. A place for an element of 8 bytes takes 16 bytes.
///
/// For everything else, the contract of `basic_queue` holds.
///
/// A thread may lose its CPU in a push or a pop, between the compare-and-swap and the move of the
/// element. Then this thread delays the threads that need the same place. The delayed threads spin,
/// then yield, then sleep for 50 µs at a time. `try_push` and `try_pop` can be delayed too.
template <class T>
using blocking_queue = basic_queue<T, detail::ticket_ring>;

} // namespace tollgate::queue
