// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "wrong_queue.hpp"

#include <optional>

namespace tollgate::queue_test {

/// A queue that is right, between the loop and whose pushes one mistake is made; none that is about
/// waking up. For one producer.
template <class Queue, queue_mistake Made>
class used_wrongly : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        const bool now = Made != queue_mistake::none &&
                         pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) == 1;
        if (now) {
            push_wrongly(message);
        } else {
            Queue::push(message);
            if (late_) {
                Queue::push(*late_);
                late_.reset();
            }
        }
    }

private:
    void push_wrongly(const message_type& message) {
        if (Made == queue_mistake::swaps) {
            late_ = message;
        } else if (Made == queue_mistake::doubles) {
            Queue::push(message);
            Queue::push(message);
        } else if (Made == queue_mistake::damages) {
            message_type other = message;
            other.words.back() ^= 1;
            Queue::push(other);
        } else if (Made != queue_mistake::drops) {
            Queue::push(message);
        }
    }

    std::optional<message_type> late_;
};

} // namespace tollgate::queue_test
