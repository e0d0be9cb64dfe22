// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for one thread that pushes and one that pops. The consumer may also look at the
/// first element before it takes it (`peek`), and wait without taking it (`wait_for_element`).
///
///     tollgate::queue::spsc_queue<int> samples(64);
///     static_cast<void>(samples.push(1));
///     if (samples.wait_for_element() == tollgate::queue::status::done && *samples.peek() < 5) {
///         static_cast<void>(samples.try_pop()); // a larger sample stays the first
///     }
///
/// - *Threads*: one producer and one consumer at a time. Another thread may take over either part
///   if it synchronizes with the thread before it. Any thread may close it and read its size.
/// - *Cost*: a push and a pop are plain loads and stores. A thread that is about to sleep, or that
///   closes the queue, calls a heavy fence (`tollgate::fence`): some 0.2 to 1 µs, and an interrupt
///   of the CPUs that run threads of this process.
///
/// The rest of the contract is that of `basic_queue`.
///
/// Where the kernel refuses the heavy fence, a push and a pop cost two sequentially consistent
/// stores and a read-modify-write. Where both threads sleep for each element, because they share a
/// CPU, `blocking_queue` costs less, by that fence.
template <class T>
using spsc_queue = basic_queue<T, detail::spsc_ring>;

} // namespace tollgate::queue
