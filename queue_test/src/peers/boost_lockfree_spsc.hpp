// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <boost/lockfree/spsc_queue.hpp>

#include <cstddef>

namespace tollgate::queue_test {

/// boost::lockfree::spsc_queue, its capacity chosen while running: a ring with one slot more than
/// asked for, so it holds exactly `capacity`. Wait-free.
template <class Message>
class boost_lockfree_spsc : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = true;

    explicit boost_lockfree_spsc(std::size_t capacity) : queue_(capacity) {}

    bool try_push(const Message& message) { return queue_.push(message); }
    bool try_pop(Message& message) { return queue_.pop(message); }

private:
    boost::lockfree::spsc_queue<Message> queue_;
};

} // namespace tollgate::queue_test
