// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for one thread that pushes, and one thread that pops. The consumer may also
/// read the first element before the pop (`peek`), and wait for an element without a pop
/// (`wait_for_element`).
///
///     tollgate::queue::spsc_queue<int> samples(64);
///     static_cast<void>(samples.push(1));
///     if (samples.wait_for_element() == tollgate::queue::status::done && *samples.peek() < 5) {
///         static_cast<void>(samples.try_pop()); // a sample of 5 or more would stay in the queue
///     }
///
/// - *Threads*: one producer and one consumer at a time. Another thread may become the producer or
///   the consumer if it synchronizes with the thread that had this role before. Any thread may
///   close the queue and read its size.
/// - *Cost*: a push and a pop are plain loads and stores. A thread that is about to sleep, or that
///   closes the queue, calls a heavy fence (`tollgate::fence`). The heavy fence takes about 0.2 to
///   1 µs, and interrupts the CPUs that run threads of this process.
///
/// For everything else, the contract of `basic_queue` holds.
///
/// If the kernel refuses the heavy fence, a push makes two sequentially consistent stores and a
/// read-modify-write. A pop makes one such store and a read-modify-write.
///
/// If the producer and the consumer share a CPU, they sleep for each element. In this case
/// `blocking_queue` costs less, because a sleep in a `blocking_queue` needs no heavy fence.
template <class T>
using spsc_queue = basic_queue<T, detail::spsc_ring>;

} // namespace tollgate::queue
