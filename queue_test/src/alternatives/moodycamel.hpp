// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <blockingconcurrentqueue.h>
#include <concurrentqueue.h>

#include <cstddef>
#include <new>
#include <span>

namespace tollgate::queue_test {

/// moodycamel::BlockingConcurrentQueue: ConcurrentQueue with a semaphore that counts messages. A
/// consumer spins 10,000 times before it sleeps. Unbounded: a push never waits, and `capacity` is
/// only allocated beforehand.
template <class Message>
class moodycamel_blocking {
public:
    using message_type = Message;
    static constexpr bool is_bounded = false;
    static constexpr bool single_producer_single_consumer = false;

    explicit moodycamel_blocking(std::size_t capacity) : queue_(capacity) {}

    void push(const Message& message) {
        if (!queue_.enqueue(message)) {
            throw std::bad_alloc();
        }
    }
    void pop(Message& message) { queue_.wait_dequeue(message); }

private:
    moodycamel::BlockingConcurrentQueue<Message> queue_;
};

/// moodycamel::BlockingConcurrentQueue with its bulk operations. With a batch of 1 the operations
/// are those for single messages.
template <class Message, std::size_t Batch>
class moodycamel_batches {
public:
    using message_type = Message;
    static constexpr bool is_bounded = false;
    static constexpr bool single_producer_single_consumer = false;
    static constexpr std::size_t batch = Batch;

    explicit moodycamel_batches(std::size_t capacity) : queue_(capacity) {}

    void push_all(std::span<const Message> messages) {
        const bool pushed = Batch == 1 ? queue_.enqueue(messages.front())
                                       : queue_.enqueue_bulk(messages.data(), messages.size());
        if (!pushed) {
            throw std::bad_alloc();
        }
    }
    std::size_t pop_some(std::span<Message> places) {
        if constexpr (Batch == 1) {
            queue_.wait_dequeue(places.front());
            return 1;
        } else {
            return queue_.wait_dequeue_bulk(places.data(), places.size());
        }
    }

private:
    moodycamel::BlockingConcurrentQueue<Message> queue_;
};

/// moodycamel::ConcurrentQueue without tokens: a lock-free queue for each producer, found by a hash
/// of its thread; consumers go from queue to queue. Unbounded: `capacity` is only allocated
/// beforehand, and blocks are kept until it is destroyed.
///
/// It keeps the order of each producer, and no order among producers. `try_push` is never false.
template <class Message>
class moodycamel_concurrent {
public:
    using message_type = Message;
    static constexpr bool is_bounded = false;
    static constexpr bool single_producer_single_consumer = false;

    explicit moodycamel_concurrent(std::size_t capacity) : queue_(capacity) {}

    bool try_push(const Message& message) {
        if (!queue_.enqueue(message)) {
            throw std::bad_alloc();
        }
        return true;
    }
    bool try_pop(Message& message) { return queue_.try_dequeue(message); }

private:
    moodycamel::ConcurrentQueue<Message> queue_;
};

} // namespace tollgate::queue_test
