// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "batch_loop.hpp"
#include "own_batches.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/shared_channel.hpp>

#include <cstddef>

namespace tollgate::queue_test {

/// The channels of tollgate::fiber, for fibers that tollgate::fiber::round_robin schedules,
/// including the main fiber of a thread.
template <class Channel>
class own_channel {
public:
    using message_type = typename Channel::value_type;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;

    [[nodiscard]] static std::size_t holds(std::size_t requested) { return requested; }

    /// With a capacity of 0 a push returns when its message was popped.
    explicit own_channel(std::size_t capacity) : channel_(capacity) {}

    /// The channel is never closed. The loops check that no message is lost.
    void push(const message_type& message) { static_cast<void>(channel_.push(message)); }

    template <class Use>
    void take(Use use, const cancel::token& /*cancellation*/) {
        use(*channel_.pop());
    }

private:
    Channel channel_;
};

template <class Message>
using own_fiber_channel = own_channel<fiber::channel<Message>>;
template <class Message>
using own_shared_channel = own_channel<fiber::shared_channel<Message>>;

template <class Message>
using own_fiber_channel_ones = own_batches<fiber::channel<Message>, 1>;
template <class Message>
using own_fiber_channel_batches = own_batches<fiber::channel<Message>, usual_batch>;
template <class Message>
using own_shared_channel_ones = own_batches<fiber::shared_channel<Message>, 1>;
template <class Message>
using own_shared_channel_batches = own_batches<fiber::shared_channel<Message>, usual_batch>;

} // namespace tollgate::queue_test
