// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "exchange.hpp"

#include <tollgate/queue/status.hpp>

#include <boost/fiber/channel_op_status.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace tollgate::timeout_test {

/// Two sides of a stream and the thread that they run on, as values: what runs them is compiled
/// once.
struct receive_parts {
    std::function<void()> schedule; ///< on each thread, first of all
    std::function<void()> send;
    std::function<void()> receive;
};

[[nodiscard]] inline bool is_done(queue::status how) {
    return how == queue::status::done;
}
[[nodiscard]] inline bool is_done(boost::fibers::channel_op_status how) {
    return how == boost::fibers::channel_op_status::success;
}

/// The measured loop of the sender.
template <class Channel>
void send_all(Channel& to, exchange& all) {
    for (std::uint64_t message = 0; !all.is_over(); ++message) {
        if (is_done(to.push(message))) {
            all.sent(message);
        } else {
            all.could_not_send();
        }
    }
    if (!is_done(to.push(end_of_messages))) {
        all.could_not_send();
    }
}

/// The measured loop of the receiver. A Receiver is made of a channel, by who receives, and has
/// `once(message)`: false if nothing came in time.
template <class Receiver, class Channel>
void receive_all(Channel& from, exchange& all) {
    Receiver receiving(from);
    all.begin();
    std::uint64_t message = 0;
    while (true) {
        if (!receiving.once(message)) [[unlikely]] {
            all.missed();
        } else if (message != end_of_messages) [[likely]] {
            all.took(message);
        } else {
            return;
        }
    }
}

/// The side that is the same whichever the receiver is: compiled once for a channel.
template <class Channel>
std::function<void()> make_sender(const std::shared_ptr<Channel>& through, exchange& all) {
    return [through, &all] { send_all(*through, all); };
}

/// A Way has a `channel` and a `receiver`, makes the one (`make()`), and has threads scheduled
/// (`schedule()`).
template <class Way>
receive_parts make_parts(exchange& all) {
    const std::shared_ptr<typename Way::channel> through = Way::make();
    return {&Way::schedule, make_sender(through, all),
            [through, &all] { receive_all<typename Way::receiver>(*through, all); }};
}

/// The ancestor's timeout: much longer than any message takes.
inline constexpr std::chrono::seconds never_fires{10};

} // namespace tollgate::timeout_test
