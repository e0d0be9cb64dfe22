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

/// `always_inline` is what a compiler does anyway with the one call of a loop.
template <class Popped>
[[nodiscard, gnu::always_inline]] inline bool accept(Popped got, std::uint64_t& message) {
    if (!got) {
        return false;
    }
    message = *got;
    return true;
}

/// The timer of the groups that have one for all receives.
template <class Channel, group How>
struct reused_timer {};
template <class Channel>
struct reused_timer<Channel, group::reused_sleep> {
    typename Channel::alarm silence{never_fires};
};
template <class Channel>
struct reused_timer<Channel, group::reused_boxed_sleep> {
    std::unique_ptr<typename Channel::alarm> silence =
        std::make_unique<typename Channel::alarm>(never_fires);
};

/// Receives from one of this library's channels, as the group says.
template <class Channel, group How>
class own_receiver {
public:
    explicit own_receiver(Channel& from) : from_(from) {}

    bool once(std::uint64_t& message) {
        if constexpr (How == group::baseline) {
            return accept(from_.pop(), message);
        } else if constexpr (How == group::timeout) {
            return accept(from_.pop_for(never_fires), message);
        } else if constexpr (How == group::deferred) {
            return accept(from_.pop_for(fiber::deferred(never_fires)), message);
        } else if constexpr (How == group::sleep) {
            typename Channel::alarm silence(never_fires);
            return accept(from_.pop_until(silence), message);
        } else if constexpr (How == group::reused_sleep) {
            timer_.silence.restart();
            return accept(from_.pop_until(timer_.silence), message);
        } else {
            timer_.silence->restart();
            return accept(from_.pop_until(*timer_.silence), message);
        }
    }

private:
    Channel& from_;
    [[no_unique_address]] reused_timer<Channel, How> timer_;
};

/// A channel of this library, its scheduler, and a way to receive.
template <class Channel, group How>
struct own_way {
    using channel = Channel;
    using receiver = own_receiver<Channel, How>;

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
