// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "alternatives/capacity.hpp"

#include <cstddef>
#include <span>

namespace tollgate::queue_test {

/// A queue of tollgate::queue, or a channel of tollgate::fiber, with calls for up to `Batch`
/// messages. With a batch of 1 these calls are push and pop.
template <class Queue, std::size_t Batch, bool OneEach = false>
class own_batches : public exact_capacity {
public:
    using message_type = typename Queue::value_type;
    static constexpr bool single_producer_single_consumer = OneEach;
    static constexpr std::size_t batch = Batch;

    explicit own_batches(std::size_t capacity) : queue_(capacity) {}

    /// The queue is never closed. The loop checks that no message is lost.
    void push_all(std::span<const message_type> messages) {
        if constexpr (Batch == 1) {
            static_cast<void>(queue_.push(messages.front()));
        } else {
            static_cast<void>(queue_.push_all(messages));
        }
    }
    std::size_t pop_some(std::span<message_type> places) {
        if constexpr (Batch == 1) {
            places.front() = *queue_.pop();
            return 1;
        } else {
            return queue_.pop_some(places).count;
        }
    }

private:
    Queue queue_;
};

} // namespace tollgate::queue_test
