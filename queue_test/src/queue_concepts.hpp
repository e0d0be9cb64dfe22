// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "message.hpp"
#include "setting.hpp"
#include "thread_groups.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/relax.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

namespace tollgate::queue_test {

/// The members of every queue. Its constructor takes a capacity of at least 1. A bounded queue also
/// has `holds(requested)`, the capacity that it gets.
template <class Queue>
concept described_queue_of = std::constructible_from<Queue, std::size_t> && requires {
    typename Queue::message_type;
    { Queue::is_bounded } -> std::convertible_to<bool>;
    { Queue::single_producer_single_consumer } -> std::convertible_to<bool>;
};

/// Whether the messages of one producer reach each consumer in their order. With one producer and
/// one consumer they do in all queues. Other queues declare `overtakes_among_several`.
template <class Queue>
inline constexpr bool keeps_order = !requires {
    requires Queue::overtakes_among_several;
};

/// `push` waits while the queue is full, `pop` while it is empty, until the token of the calling
/// thread is cancelled. Then they return false: nothing was pushed, or popped.
template <class Queue>
concept cancellable_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, const typename Queue::message_type& in,
             typename Queue::message_type& out, const cancel::token& cancellation) {
    { queue.push(in, cancellation) } -> std::same_as<bool>;
    { queue.pop(out, cancellation) } -> std::same_as<bool>;
};

/// `try_push` returns false at once if the queue is full, `try_pop` if it is empty. Both may also
/// return false while another thread is in the middle of a call.
template <class Queue>
concept trying_queue_of = described_queue_of<Queue> &&
    requires(Queue& queue, const typename Queue::message_type& in,
             typename Queue::message_type& out) {
    { queue.try_push(in) } -> std::same_as<bool>;
    { queue.try_pop(out) } -> std::same_as<bool>;
};

/// Whether a queue has only these two.
template <class Queue>
inline constexpr bool only_tries =
    trying_queue_of<Queue> && !requires(Queue & queue, const typename Queue::message_type& in) {
    queue.push(in);
};

/// Queues that pass the message to a function, in its place or after one copy.
template <class Queue>
concept showing_queue_of = requires(Queue& queue, const cancel::token& cancellation) {
    queue.take([](const typename Queue::message_type&) {}, cancellation);
};

/// The same push and pop for all queues, with what one thread needs besides the queue. Belongs to
/// that thread.
template <class Queue>
class way {
public:
    using message_type = typename Queue::message_type;

    explicit way(Queue& queue, retries waiting = retries::yield)
        : queue_(&queue), tries_(waiting == retries::spin ? UINT64_MAX : tries_before_yielding) {}

    void push(const message_type& message) {
        if constexpr (cancellable_queue_of<Queue>) {
            queue_->push(message, never_cancelled_.token());
        } else if constexpr (only_tries<Queue>) {
            retry([&] { return queue_->try_push(message); });
        } else {
            queue_->push(message);
        }
    }

    /// Calls `use` with the message.
    template <class Use>
    void pop(Use use) {
        if constexpr (showing_queue_of<Queue>) {
            queue_->take(use, never_cancelled_.token());
        } else {
            if constexpr (cancellable_queue_of<Queue>) {
                queue_->pop(last_, never_cancelled_.token());
            } else if constexpr (only_tries<Queue>) {
                retry([&] { return queue_->try_pop(last_); });
            } else {
                queue_->pop(last_);
            }
            use(last_);
        }
    }

private:
    static constexpr std::uint64_t tries_before_yielding = 100;

    template <class Try>
    void retry(Try succeeds) {
        for (std::uint64_t left = tries_; !succeeds();) {
            if (left > 0) {
                --left;
                sleep::relax();
            } else {
                std::this_thread::yield();
            }
        }
    }

    Queue* queue_;
    std::uint64_t tries_; ///< before it yields
    never_cancelled never_cancelled_;
    message_type last_;
};

/// Pushes a message with this number, `times` times. The loops use it for their first and their
/// last messages, which are not measured. So it is compiled once for each queue.
template <class Queue>
[[gnu::noinline, gnu::cold]] void push_unmeasured(Queue& queue, std::uint64_t number,
                                                  std::size_t times) {
    const auto message = std::make_unique<typename Queue::message_type>();
    message->fill(number);
    way<Queue> own_way(queue);
    for (std::size_t i = 0; i < times; ++i) {
        own_way.push(*message);
    }
}

} // namespace tollgate::queue_test
