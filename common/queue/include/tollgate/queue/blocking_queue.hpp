// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/queue/basic_queue.hpp>
#include <tollgate/queue/detail/ticket_ring.hpp>

namespace tollgate::queue {

/// A blocking queue for any number of threads that push, and any that pop; see `basic_queue`.
///
/// Order: elements leave in the order in which their pushes took effect, those of one producer
/// therefore in its own.
///
/// Cost: a push and a pop are one compare-and-swap each, and hand over one cache line, the one that
/// the element lies in. A token or a deadline costs nothing until a thread sleeps. Memory: 16 bytes
/// an element of 8, of the next power of two above the capacity.
///
/// Not wait-free: a thread that loses its CPU in the middle of a push or pop, between its
/// compare-and-swap and the move of the element, holds up those who come to its place; they spin,
/// then yield, then sleep for 50 µs at a time, in the try_ forms, too.
template <class T>
using blocking_queue = basic_queue<T, detail::ticket_ring>;

} // namespace tollgate::queue
