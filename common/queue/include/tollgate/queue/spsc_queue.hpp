// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/spsc_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for one thread that pushes and one that pops; see `basic_queue`. Another thread
/// may become the producer, or the consumer, if it synchronizes with the one before. Anybody may
/// close it, and ask for its size.
///
/// The consumer may look at an element before it takes it, and wait without taking one:
///
///     while (samples.wait_for_element(cancellation) == queue::status::done) {
///         if (samples.peek()->time > now) {
///             break;                                    // it stays the first
///         }
///         use(*samples.try_pop());
///     }
///
/// Cost: a push and a pop are plain loads and stores. Who is about to sleep, or closes the queue,
/// calls a heavy fence for them (`tollgate::fence`), which interrupts the CPUs that run threads of
/// this process: some 0.2 to 1 µs. Where the kernel refuses that, a push and a pop cost two
/// sequentially consistent stores and a read-modify-write.
///
/// Where both sides sleep for each element, because they share a CPU, `blocking_queue` is cheaper
/// by that fence.
template <class T>
using spsc_queue = basic_queue<T, detail::spsc_ring>;

} // namespace tollgate::queue
