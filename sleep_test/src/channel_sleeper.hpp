// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace tollgate::sleep_test {

/// A channel that holds one message, as channels are commonly built: a mutex, a condition variable
/// and the slot. Any number of senders and receivers. What was written before a message was sent is
/// visible to the one that receives it.
template <class Message>
class one_slot_channel {
public:
    using clock = std::chrono::steady_clock;

    /// False, and nothing sent, if the slot is taken. Never waits for a receiver.
    bool try_send(Message message) {
        {
            const std::lock_guard lock(mutex_);
            if (slot_) {
                return false;
            }
            slot_ = std::move(message);
        }
        arrived_.notify_one();
        return true;
    }

    /// The message, or nothing if none came until the deadline; `time_point::max()` is none.
    std::optional<Message> receive_until(clock::time_point deadline) {
        std::unique_lock lock(mutex_);
        const auto full = [this] { return slot_.has_value(); };
        if (deadline == clock::time_point::max()) {
            arrived_.wait(lock, full);
        } else {
            arrived_.wait_until(lock, deadline, full);
        }
        return std::exchange(slot_, std::nullopt);
    }

private:
    std::mutex mutex_;
    std::condition_variable arrived_;
    std::optional<Message> slot_;
};

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

    sleep::outcome sleep_until(clock::time_point deadline) {
        return channel_.receive_until(deadline) ? sleep::outcome::woken : sleep::outcome::timeout;
    }

    template <class Rep, class Period>
    sleep::outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(sleep::deadline_after(time));
    }

private:
    struct message {};
    one_slot_channel<message> channel_;
};

} // namespace tollgate::sleep_test
