// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/one_slot_channel.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>

namespace tollgate::sleep {

/// Sleeps in a receive, is woken by a message. A channel of one slot makes the permit sticky and
/// two wakes one.
///
/// Threads: as the concept `sleeper` says, but it must outlive every wake(): the notification comes
/// after the mutex is released. A wake that finds the slot taken releases through the channel's
/// mutex. Cost: that of condvar_sleeper, without the mutex being held while the sleeper is woken.
class channel_sleeper {
public:
    using clock = std::chrono::steady_clock;

    void wake() { channel_.try_send(message{}); }

    outcome sleep_until(clock::time_point deadline) {
        return channel_.receive_until(deadline) ? outcome::woken : outcome::timeout;
    }

    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

private:
    struct message {};
    one_slot_channel<message> channel_;
};

} // namespace tollgate::sleep
