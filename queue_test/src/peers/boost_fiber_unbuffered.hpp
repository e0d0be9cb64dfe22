// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/fiber/unbuffered_channel.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace tollgate::queue_test {

/// boost::fibers::unbuffered_channel: a rendezvous. A push returns when its message was popped, so
/// it holds none, whatever the capacity asked for, and refuses every one: a queue of capacity 1
/// would let the producer go ahead by a message.
///
/// Used from fibers, a thread's main fiber among them. A thread must not end before all others have
/// returned from their calls: they may still be waking its scheduler.
template <class Message>
class boost_fiber_unbuffered {
public:
    using message_type = Message;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t /*asked*/) { return 0; }
    [[nodiscard]] static std::optional<std::string> refuses(std::size_t /*asked*/) {
        return "holds nothing: a push waits for its pop";
    }

    explicit boost_fiber_unbuffered(std::size_t /*capacity*/) {}

    void push(const Message& message) { channel_.push(message); }
    void pop(Message& message) { channel_.pop(message); }

private:
    boost::fibers::unbuffered_channel<Message> channel_;
};

} // namespace tollgate::queue_test
