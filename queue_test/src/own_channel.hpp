// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "peers/capacity.hpp"

#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/queue/status.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace tollgate::queue_test {

/// The channels of tollgate::fiber. Used from fibers that tollgate::fiber::round_robin schedules, a
/// thread's main fiber among them.
template <class Channel>
class own_channel {
public:
    using message_type = typename Channel::value_type;
    static constexpr bool is_bounded = true;
    static constexpr bool single_producer_single_consumer = false;
    static constexpr bool belongs_to_one_thread =
        std::is_same_v<Channel, fiber::channel<message_type>>;

    [[nodiscard]] static std::size_t holds(std::size_t asked) { return asked; }
    [[nodiscard]] static std::optional<std::string> refuses(std::size_t /*asked*/) {
        return std::nullopt;
    }

    /// Of none, too: then a push returns when its message was popped.
    explicit own_channel(std::size_t capacity) : channel_(capacity) {}

    /// It is never closed; that nothing is lost is proven by those that pop.
    void push(const message_type& message) { static_cast<void>(channel_.push(message)); }
    void pop(message_type& message) { message = *channel_.pop(); }
    bool try_push(const message_type& message) {
        return channel_.try_push(message) == queue::status::done;
    }
    bool try_pop(message_type& message) {
        auto came = channel_.try_pop();
        if (came) {
            message = *came;
        }
        return static_cast<bool>(came);
    }

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

} // namespace tollgate::queue_test
