// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <blockingconcurrentqueue.h>
#include <concurrentqueue.h>

#include <cstddef>
#include <new>

namespace tollgate::queue_test {

/// moodycamel::BlockingConcurrentQueue: the concurrent one with a semaphore that counts messages,
/// on which a consumer spins 10,000 times before it sleeps. Unbounded: a push never waits, and
/// `capacity` is what it allocates beforehand.
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

/// moodycamel::ConcurrentQueue without tokens: a lock-free queue for each producer, found by a hash
/// of its thread; consumers go from one to the next. Unbounded: `capacity` is what it allocates
/// beforehand, and blocks are kept until it is destroyed.
///
/// Among producers there is no order, only that of each. `try_push` is never false.
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
