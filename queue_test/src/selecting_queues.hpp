// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "alternatives/capacity.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/select.hpp>

#include <cstddef>

namespace tollgate::queue_test {

/// The functions for queues between threads.
struct thread_selects {
    static auto pop(auto& from, auto handler) { return queue::pop(from, handler); }
    static void select(auto&&... sources) { static_cast<void>(queue::select(sources...)); }
};

/// Two queues. A pop is a select over both. The messages of a ping-pong come through the two in
/// turn.
template <class Queue, class Kind, bool OneEach = false>
class selecting_queues : public exact_capacity {
public:
    using message_type = typename Queue::value_type;
    static constexpr bool single_producer_single_consumer = OneEach;

    explicit selecting_queues(std::size_t capacity) : queues_{Queue(capacity), Queue(capacity)} {}

    /// The queues are never closed. The loops check that no message is lost.
    void push(const message_type& message) {
        static_cast<void>(queues_[message.number() / 2 % 2].push(message));
    }

    template <class Use>
    void take(Use use, const cancel::token& /*cancellation*/) {
        Kind::select(Kind::pop(queues_[0], use), Kind::pop(queues_[1], use));
    }

private:
    Queue queues_[2];
};

} // namespace tollgate::queue_test
