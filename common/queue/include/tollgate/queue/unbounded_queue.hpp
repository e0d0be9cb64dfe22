// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/segment_ring.hpp>

namespace tollgate::queue {

/// A queue without a capacity, for any number of threads that push, and any number of threads that
/// pop. A push never waits for room, and never returns `full`. A pop waits while the queue is
/// empty.
///
///     tollgate::queue::unbounded_queue<int> numbers;
///     if (numbers.push(1) == tollgate::queue::status::done) {
///         const auto number = numbers.pop();
///         return number ? *number : 0;
///     }
///     return 0;
///
/// - *Threads*: any thread may call any function. The elements are popped in the order in which
///   their pushes took effect. The queue is not wait-free: see the last paragraph.
/// - *Exceptions*: a push may also throw std::bad_alloc. Then the queue and a T that you moved into
///   the push are unchanged. A pop does not throw.
/// - *Cost*: a push and a pop execute one compare-and-swap each. Two cache lines move between the
///   threads. Elements are stored in segments of about 4 KiB, but of at least 8 elements. If the
///   queue never has more elements than a segment has places, pushes soon allocate no more memory.
///   Pops free the memory of the elements that they took. Besides the segments of its elements, the
///   queue keeps at most four segments, and one for each thread that is in a call. A batch executes
///   one compare-and-swap for each element. A `push_all` may wake one thread for each segment.
///
/// For everything else, the contract of `basic_queue` holds. A queue without a capacity does not
/// have the functions `push_until`, `push_for`, `push_all_until`, `push_all_for` and `capacity`. A
/// token with precedence refuses a push. If consumers are slower than producers, the queue grows
/// until the memory is exhausted. In that case choose a `blocking_queue`, whose producers wait for
/// the consumers.
///
/// A thread may lose its CPU in the middle of a push or a pop. Then this thread delays the threads
/// that need the same element, or the next segment. The delayed threads spin, then yield, then
/// sleep for 50 µs at a time. `try_push` and `try_pop` can be delayed too.
template <class T>
using unbounded_queue = basic_queue<T, detail::segment_ring>;

} // namespace tollgate::queue
