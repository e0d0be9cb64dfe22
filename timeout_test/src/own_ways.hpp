// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "program.hpp"
#include "receive_parts.hpp"

#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/round_robin.hpp>
#include <tollgate/fiber/shared_channel.hpp>

#include <boost/fiber/operations.hpp>

#include <cstdint>
#include <memory>

namespace tollgate::timeout_test {

/// `always_inline`, as a compiler does with the only call in a loop.
template <class Popped>
[[nodiscard, gnu::always_inline]] inline bool accept(Popped popped, std::uint64_t& message) {
    if (!popped) {
        return false;
    }
    message = *popped;
    return true;
}

/// The timer of the groups that have one timer for all receives.
template <class Channel, group Group>
struct reused_timer {};
template <class Channel>
struct reused_timer<Channel, group::reused_sleep> {
    typename Channel::alarm timeout_alarm{never_fires};
};
template <class Channel>
struct reused_timer<Channel, group::reused_boxed_sleep> {
    std::unique_ptr<typename Channel::alarm> timeout_alarm =
        std::make_unique<typename Channel::alarm>(never_fires);
};

/// Receives from a channel of this library, as the group says.
template <class Channel, group Group>
class own_receiver {
public:
    explicit own_receiver(Channel& from) : from_(from) {}

    bool once(std::uint64_t& message) {
        if constexpr (Group == group::baseline) {
            return accept(from_.pop(), message);
        } else if constexpr (Group == group::timeout) {
            return accept(from_.pop_for(never_fires), message);
        } else if constexpr (Group == group::deferred) {
            return accept(from_.pop_for(fiber::deferred(never_fires)), message);
        } else if constexpr (Group == group::sleep) {
            typename Channel::alarm timeout_alarm(never_fires);
            return accept(from_.pop_until(timeout_alarm), message);
        } else if constexpr (Group == group::reused_sleep) {
            timer_.timeout_alarm.restart();
            return accept(from_.pop_until(timer_.timeout_alarm), message);
        } else {
            timer_.timeout_alarm->restart();
            return accept(from_.pop_until(*timer_.timeout_alarm), message);
        }
    }

private:
    Channel& from_;
    [[no_unique_address]] reused_timer<Channel, Group> timer_;
};

/// A channel of this library, its scheduler, and a receiver.
template <class Channel, group Group>
struct own_way {
    using channel = Channel;
    using receiver = own_receiver<Channel, Group>;

    [[nodiscard]] static std::shared_ptr<channel> make() { return std::make_shared<channel>(1); }
    static void schedule() {
        boost::fibers::use_scheduling_algorithm<
            fiber::basic_round_robin<typename Channel::clock>>();
    }
};

template <class Clock>
using fiber_channel = fiber::channel<std::uint64_t, Clock>;
template <class Clock>
using thread_channel = fiber::shared_channel<std::uint64_t, Clock>;

} // namespace tollgate::timeout_test
