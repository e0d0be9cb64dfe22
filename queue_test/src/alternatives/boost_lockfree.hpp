// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>

#include <algorithm>
#include <cstddef>

namespace tollgate::queue_test {

/// boost::lockfree::queue with a fixed number of nodes: a linked list (Michael and Scott) whose
/// nodes are indices into an array of cache lines. Holds exactly `capacity`, at most 65534: an
/// index has 16 bits, and one node is a dummy. A tag of 16 bits guards against the reuse of an
/// index.
template <class Message>
class boost_lockfree_queue {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t requested) {
        return std::min(requested, most);
    }

    explicit boost_lockfree_queue(std::size_t capacity) : queue_(holds(capacity)) {}

    bool try_push(const Message& message) { return queue_.bounded_push(message); }
    bool try_pop(Message& message) { return queue_.pop(message); }

private:
    static constexpr std::size_t most = 65534;

    boost::lockfree::queue<Message, boost::lockfree::fixed_sized<true>> queue_;
};

/// boost::lockfree::spsc_queue with a run-time capacity: a ring with one slot more than requested,
/// so it holds exactly `capacity`. Wait-free.
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
