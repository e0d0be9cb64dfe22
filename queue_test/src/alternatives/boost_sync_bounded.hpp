// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <boost/thread/concurrent_queues/sync_bounded_queue.hpp>

#include <cstddef>

namespace tollgate::queue_test {

/// boost::sync_bounded_queue of Boost.Thread: one mutex, two condition variables, and counts of the
/// waiting threads, so that no notification is in vain. Holds exactly `capacity`.
template <class Message>
class boost_sync_bounded : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = false;

    explicit boost_sync_bounded(std::size_t capacity) : queue_(capacity) {}

    void push(const Message& message) { queue_.push_back(message); }
    void pop(Message& message) { queue_.pull_front(message); }

private:
    boost::sync_bounded_queue<Message> queue_;
};

} // namespace tollgate::queue_test
