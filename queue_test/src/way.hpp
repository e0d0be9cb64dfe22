// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "queue_concepts.hpp"

#include <tollgate/cancel/standalone_token.hpp>

namespace tollgate::queue_test {

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

} // namespace tollgate::queue_test
