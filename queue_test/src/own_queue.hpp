// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "peers/capacity.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/blocking_queue.hpp>
#include <tollgate/queue/spsc_queue.hpp>

#include <chrono>
#include <cstddef>

namespace tollgate::queue_test {

/// In which form a pop is called.
enum class pop_form { plain, deadline, token };

/// A deadline that never comes. A pop_for: the deadline has to be made of the time.
inline constexpr std::chrono::seconds deadline_far_away{10};

/// The queues of tollgate::queue.
template <class Message, template <class> class Queue, pop_form Form, bool OneEach>
class own_queue : public exact_capacity {
public:
    using message_type = Message;
    static constexpr bool single_producer_single_consumer = OneEach;
    static constexpr bool is_fair = true;

    explicit own_queue(std::size_t capacity) : queue_(capacity) {}

    /// It is never closed; that nothing is lost is proven by those that pop.
    void push(const Message& message) { static_cast<void>(queue_.push(message)); }

    template <class Use>
    void take(Use use, const cancel::token& cancellation) {
        if constexpr (Form == pop_form::plain) {
            use(*queue_.pop());
        } else if constexpr (Form == pop_form::deadline) {
            use(*queue_.pop_for(deadline_far_away));
        } else {
            use(*queue_.pop(cancellation));
        }
    }

private:
    Queue<Message> queue_;
};

template <class Message>
using own_blocking = own_queue<Message, queue::blocking_queue, pop_form::plain, false>;
template <class Message>
using own_blocking_deadline = own_queue<Message, queue::blocking_queue, pop_form::deadline, false>;
template <class Message>
using own_blocking_token = own_queue<Message, queue::blocking_queue, pop_form::token, false>;
template <class Message>
using own_spsc = own_queue<Message, queue::spsc_queue, pop_form::plain, true>;

} // namespace tollgate::queue_test
