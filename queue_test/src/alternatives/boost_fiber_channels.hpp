// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/buffered_channel.hpp>
#include <boost/fiber/unbuffered_channel.hpp>

#include <bit>
#include <cstddef>

namespace tollgate::queue_test {

/// boost::fibers::buffered_channel: a ring under a spin lock. Fibers wait; a thread waits only if
/// none of its fibers can run. The number of slots is a power of two, and one slot stays free. So
/// it holds 2^n - 1 messages, at least `capacity`.
///
/// For fibers, including the main fiber of a thread. A thread must not end before all others have
/// returned from their calls: they may still wake its scheduler.
template <class Message>
class boost_fiber_buffered {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t requested) {
        return slots_for(requested) - 1;
    }

    explicit boost_fiber_buffered(std::size_t capacity) : channel_(slots_for(capacity)) {}

    void push(const Message& message) { channel_.push(message); }
    void pop(Message& message) { channel_.pop(message); }

private:
    [[nodiscard]] static std::size_t slots_for(std::size_t capacity) {
        return std::bit_ceil(capacity + 1);
    }

    boost::fibers::buffered_channel<Message> channel_;
};

/// boost::fibers::unbuffered_channel: a rendezvous. A push returns when its message was popped. So
/// it holds no message, whatever the capacity: a queue of capacity 1 would let the producer go
/// ahead by a message.
///
/// For fibers, including the main fiber of a thread. A thread must not end before all others have
/// returned from their calls: they may still wake its scheduler.
template <class Message>
class boost_fiber_unbuffered {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t /*asked*/) { return 0; }

    explicit boost_fiber_unbuffered(std::size_t /*capacity*/) {}

    void push(const Message& message) { channel_.push(message); }
    void pop(Message& message) { channel_.pop(message); }

private:
    boost::fibers::unbuffered_channel<Message> channel_;
};

} // namespace tollgate::queue_test
