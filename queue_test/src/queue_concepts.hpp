// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Two ways to make a queue that waits of one that only tries. Neither lets the thread sleep.

#include "message.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/relax.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace tollgate::queue_test {

/// What every queue says of itself, and how it is made. The capacity is at least 1.
///
/// `refuses(capacity)` tells in a few words why it cannot hold exactly that many messages, if it
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

/// Whether it promises that no consumer starves; one that does says so: `is_fair`.
template <class Queue>
inline constexpr bool is_fair = requires {
    requires Queue::is_fair;
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

    explicit way(Queue& to) : queue_(&to) {}

    void push(const message_type& message) {
        if constexpr (cancellable_queue_of<Queue>) {
            queue_->push(message, never_cancelled_);
        } else {
            queue_->push(message);
        }
    }

    /// Calls `use` with the message.
    template <class Use>
    void pop(Use use) {
        if constexpr (showing_queue_of<Queue>) {
            queue_->take(use, never_cancelled_);
        } else {
            if constexpr (cancellable_queue_of<Queue>) {
                queue_->pop(last_, never_cancelled_);
            } else {
                queue_->pop(last_);
            }
            use(last_);
        }
    }

private:
    Queue* queue_;
    /// It could be, as far as the queue can know.
    cancel::standalone_token never_cancelled_;
    message_type last_;
};

/// Tells so many members that take messages from the queue to end. Compiled once for a queue, apart
/// from the loops: it is not measured.
template <class Queue>
[[gnu::noinline, gnu::cold]] void end_members(Queue& queue, std::size_t members) {
    const auto last = std::make_unique<typename Queue::message_type>();
    last->fill(end_of_messages);
    way<Queue> to(queue);
    for (std::size_t i = 0; i < members; ++i) {
        to.push(*last);
    }
}

/// Tries again and again. Good only if every thread has a CPU of its own: one that has not burns
/// the time slice in which the other could make progress.
template <trying_queue_of Queue>
class spinning : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        while (!this->try_push(message)) {
            sleep::relax();
        }
    }
    void pop(message_type& message) {
        while (!this->try_pop(message)) {
            sleep::relax();
        }
    }
};

/// Tries a hundred times, and from then on lets others run between two tries.
template <trying_queue_of Queue>
class yielding : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        retry([&] { return this->try_push(message); });
    }
    void pop(message_type& message) {
        retry([&] { return this->try_pop(message); });
    }

private:
    static constexpr int tries_before_yielding = 100;

    template <class Try>
    static void retry(Try succeeds) {
        for (int i = 0; i < tries_before_yielding; ++i) {
            if (succeeds()) {
                return;
            }
            sleep::relax();
        }
        while (!succeeds()) {
            std::this_thread::yield();
        }
    }
};

} // namespace tollgate::queue_test
