// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::queue_test {

/// What every queue says of itself, and how it is made. The capacity is at least 1.
///
/// `refuses(capacity)` tells in a few words why it cannot hold exactly so many messages, if it
/// cannot; made with that capacity nevertheless, it holds more, or what its comment says.
template <class Queue>
concept described_queue_of = std::constructible_from<Queue, std::size_t> &&
    requires(std::size_t capacity) {
    typename Queue::message_type;
    { Queue::is_bounded } -> std::convertible_to<bool>;
    { Queue::single_producer_single_consumer } -> std::convertible_to<bool>;
    { Queue::refuses(capacity) } -> std::same_as<std::optional<std::string>>;
};

/// Whether what one producer pushes reaches each consumer in that order; with one consumer and one
/// producer all queues do. A queue that does not says so: `overtakes_among_several`.
template <class Queue>
inline constexpr bool keeps_order = !requires {
    requires Queue::overtakes_among_several;
};

/// Whether any thread may use it; one that is for the fibers of a single thread says so:
/// `belongs_to_one_thread`.
template <class Queue>
inline constexpr bool is_for_any_thread = !requires {
    requires Queue::belongs_to_one_thread;
};

/// `push` waits while the queue is full, `pop` while it is empty.
template <class Queue>
concept blocking_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, const typename Queue::message_type& in,
             typename Queue::message_type& out) {
    queue.push(in);
    queue.pop(out);
};

/// The same, and the waiting ends when the token of the calling thread is cancelled. False then:
/// nothing was pushed, or popped.
template <class Queue>
concept cancellable_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, const typename Queue::message_type& in,
             typename Queue::message_type& out, const cancel::token& cancellation) {
    { queue.push(in, cancellation) } -> std::same_as<bool>;
    { queue.pop(out, cancellation) } -> std::same_as<bool>;
};

/// `try_push` is false at once while the queue is full, `try_pop` while it is empty. Both may also
/// be false while another thread is in the middle of something.
template <class Queue>
concept trying_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, const typename Queue::message_type& in,
             typename Queue::message_type& out) {
    { queue.try_push(in) } -> std::same_as<bool>;
    { queue.try_pop(out) } -> std::same_as<bool>;
};

} // namespace tollgate::queue_test
