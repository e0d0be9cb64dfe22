// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for any number of threads that push, and any number that pop.
///
///     tollgate::queue::blocking_queue<int> numbers(64);
///     if (numbers.push(1) == tollgate::queue::status::done) {
///         const auto number = numbers.pop();
///         return number ? *number : 0;
///     }
///     return 0;
///
/// - *Threads*: any, in all functions. Elements leave in the order in which their pushes took
///   effect; so those of one producer leave in its own order. It is not wait-free: see below.
/// - *Cost*: a push and a pop are one compare-and-swap each, and hand over one cache line, that of
///   the element. A token costs a load, a deadline nothing until a thread waits. An element of 8
///   bytes takes 16; there are as many places as the next power of two from the capacity on.
///
/// The rest of the contract is that of `basic_queue`.
///
/// A thread that loses its CPU in the middle of a push or a pop, between its compare-and-swap and
/// the move of the element, delays the threads that come to the same place. They spin, then yield,
/// then sleep for 50 µs at a time, also in the `try_` forms.
template <class T>
using blocking_queue = basic_queue<T, detail::ticket_ring>;

} // namespace tollgate::queue
