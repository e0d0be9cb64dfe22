// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <tbb/concurrent_queue.h>

#include <cstddef>

namespace tollgate::queue_test {

/// tbb::concurrent_bounded_queue: eight queues of pages, used in rotation, and monitors on which
/// threads sleep. Holds exactly `capacity`. Pages are allocated and freed: a message of more than
/// 128 bytes has a page of its own, so each is an allocation.
template <class Message>
class tbb_bounded : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = false;

    explicit tbb_bounded(std::size_t capacity) {
        queue_.set_capacity(static_cast<std::ptrdiff_t>(capacity));
    }

    void push(const Message& message) { queue_.push(message); }
    void pop(Message& message) { queue_.pop(message); }

private:
    tbb::concurrent_bounded_queue<Message> queue_;
};

} // namespace tollgate::queue_test
