// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "crews.hpp"
#include "message.hpp"
#include "setting.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/relax.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

namespace tollgate::queue_test {

/// What every queue says of itself, and how it is made. The capacity is at least 1. A bounded one
/// also tells what it `holds(asked)`.
template <class Queue>
concept described_queue_of = std::constructible_from<Queue, std::size_t> && requires {
    typename Queue::message_type;
    { Queue::is_bounded } -> std::convertible_to<bool>;
    { Queue::single_producer_single_consumer } -> std::convertible_to<bool>;
};

/// Whether what one producer pushes reaches each consumer in that order; with one consumer and one
/// producer all queues do. A queue that does not says so: `overtakes_among_several`.
template <class Queue>
inline constexpr bool keeps_order = !requires {
    requires Queue::overtakes_among_several;
};

/// `push` waits while the queue is full, `pop` while it is empty, until the token of the calling
/// thread is cancelled. False then: nothing was pushed, or popped.
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

/// A queue that has no other way to push and pop.
template <class Queue>
inline constexpr bool only_tries =
    trying_queue_of<Queue> && !requires(Queue & queue, const typename Queue::message_type& in) {
    queue.push(in);
};

/// Queues that show a message in its place, or one copy away from it.
template <class Queue>
concept showing_queue_of = requires(Queue& queue, const cancel::token& cancellation) {
    queue.take([](const typename Queue::message_type&) {}, cancellation);
};

/// One thread's way to a queue: what it needs besides the queue, whichever that is. Belongs to that
/// thread.
template <class Queue>
class way {
public:
    using message_type = typename Queue::message_type;

    explicit way(Queue& to, retries how = retries::yield)
        : queue_(&to), tries_(how == retries::spin ? UINT64_MAX : tries_before_yielding) {}

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
    std::uint64_t tries_; ///< before it lets others run
    never_cancelled never_cancelled_;
    message_type last_;
};

/// Pushes a message with this number, as often as `times` says. The loops push their first message
/// and the last ones by it, which are not measured, so it is compiled once for a queue.
template <class Queue>
[[gnu::noinline, gnu::cold]] void push_unmeasured(Queue& queue, std::uint64_t number,
                                                  std::size_t times) {
    const auto message = std::make_unique<typename Queue::message_type>();
    message->fill(number);
    way<Queue> to(queue);
    for (std::size_t i = 0; i < times; ++i) {
        to.push(*message);
    }
}

} // namespace tollgate::queue_test
