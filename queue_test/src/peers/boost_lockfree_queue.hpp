// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "capacity.hpp"

#include <boost/lockfree/queue.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::queue_test {

/// boost::lockfree::queue with a fixed number of nodes: a linked list (Michael and Scott) whose
/// nodes are indices into an array of cache lines. Holds exactly `capacity` up to 65534, since an
/// index has 16 bits and one node is a dummy; never more. A tag of 16 bits guards against an index
/// that comes back.
template <class Message>
class boost_lockfree_queue {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t asked) { return std::min(asked, most); }
    [[nodiscard]] static std::optional<std::string> refuses(std::size_t asked) {
        return capacity_refusal(asked, holds(asked));
    }

    explicit boost_lockfree_queue(std::size_t capacity) : queue_(holds(capacity)) {}

    bool try_push(const Message& message) { return queue_.bounded_push(message); }
    bool try_pop(Message& message) { return queue_.pop(message); }

private:
    static constexpr std::size_t most = 65534;

    boost::lockfree::queue<Message, boost::lockfree::fixed_sized<true>> queue_;
};

} // namespace tollgate::queue_test
