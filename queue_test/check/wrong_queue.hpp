// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "peers/capacity.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>

namespace tollgate::queue_test {

enum class queue_mistake {
    none,
    drops,          ///< a message is not there
    swaps,          ///< a message waits for the next one, and comes after it
    doubles,        ///< a message is there twice
    damages,        ///< the last word of a message is another one
    loses_a_wake_up ///< a pop does not return, although a message is there
};

/// One mistake in all queues of the program together: with this push, counted from now on.
inline std::atomic<std::int64_t> pushes_until_the_mistake{std::numeric_limits<std::int64_t>::max()};

/// Queues that only try, and are right under a mutex but for one mistake.
template <queue_mistake Made>
struct wrong {
    template <class Message>
    class queue : public exact_capacity {
    public:
        using message_type = Message;
        static constexpr bool single_producer_single_consumer = false;

        explicit queue(std::size_t capacity) : capacity_(capacity) {}

        bool try_push(const Message& message) {
            const std::lock_guard lock(mutex_);
            if (all_.size() + (late_ ? 1 : 0) >= capacity_) {
                return false;
            }
            const bool now = Made != queue_mistake::none &&
                             pushes_until_the_mistake.fetch_sub(1, std::memory_order_relaxed) == 1;
            if (now && Made == queue_mistake::swaps) {
                late_ = message;
            } else if (!now || Made != queue_mistake::drops) {
                put(message, now);
            }
            return true;
        }

        bool try_pop(Message& message) {
            const std::lock_guard lock(mutex_);
            if (woken_ == 0) {
                return false;
            }
            --woken_;
            message = all_.front();
            all_.pop_front();
            return true;
        }

    private:
        void put(const Message& message, bool now) {
            all_.push_back(message);
            ++woken_;
            if (now && Made == queue_mistake::doubles) {
                put(message, false);
            } else if (now && Made == queue_mistake::damages) {
                all_.back().words.back() ^= 1;
            } else if (now && Made == queue_mistake::loses_a_wake_up) {
                --woken_;
            }
            if (late_) {
                all_.push_back(*late_);
                late_.reset();
                ++woken_;
            }
        }

        std::mutex mutex_;
        std::size_t capacity_;
        std::deque<Message> all_;
        std::size_t woken_ = 0; ///< how many pops may return
        std::optional<Message> late_;
    };
};

/// Makes a queue that waits of one that only tries, in the way of the members of this crew.
template <class Queue, class Crew>
class trying_again : public Queue {
public:
    using message_type = typename Queue::message_type;
    using Queue::Queue;

    void push(const message_type& message) {
        for (const auto a_while = Crew::make_pause(); !this->try_push(message);) {
            a_while();
        }
    }
    void pop(message_type& message) {
        for (const auto a_while = Crew::make_pause(); !this->try_pop(message);) {
            a_while();
        }
    }
};

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
