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

/// The two sides of a stream and the set-up of their thread, as values, so that the code that runs
/// them is compiled once.
struct receive_parts {
    std::function<void()> schedule; ///< called first on each thread
    std::function<void()> send;
    std::function<void()> receive;
};

[[nodiscard]] inline bool is_done(queue::status result) {
    return result == queue::status::done;
}
[[nodiscard]] inline bool is_done(boost::fibers::channel_op_status result) {
    return result == boost::fibers::channel_op_status::success;
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

/// The measured loop of the receiver. The receiver constructs a Receiver from the channel. Its
/// `once(message)` returns false if no message came in time.
template <class Receiver, class Channel>
void receive_all(Channel& from, exchange& all) {
    Receiver receiver(from);
    all.begin();
    std::uint64_t message = 0;
    while (true) {
        if (!receiver.once(message)) [[unlikely]] {
            all.missed();
        } else if (message != end_of_messages) [[likely]] {
            all.took(message);
        } else {
            return;
        }
    }
}

/// The sending side, which is the same for every receiver and compiled once for a channel.
template <class Channel>
std::function<void()> make_sender(const std::shared_ptr<Channel>& through, exchange& all) {
    return [through, &all] { send_all(*through, all); };
}

/// A Way has the types `channel` and `receiver`; `make()` creates a channel, and `schedule()` sets
/// the scheduler of a thread.
template <class Way>
receive_parts make_parts(exchange& all) {
    const std::shared_ptr<typename Way::channel> through = Way::make();
    return {&Way::schedule, make_sender(through, all),
            [through, &all] { receive_all<typename Way::receiver>(*through, all); }};
}

/// A timeout much longer than any message takes, as in bench-tokio-timeout.
inline constexpr std::chrono::seconds never_fires{10};

} // namespace tollgate::timeout_test
