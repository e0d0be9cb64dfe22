// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tollgate::sleep_test {

/// The usual sleeper: a mutex, a condition variable and a flag, done right. The
/// flag is looked at before the wait, at its end and nowhere without the mutex, so that neither a
/// wake before the sleep nor one at the deadline is lost. The notification comes while the mutex is
/// held, so that the sleeper may destroy all this once it returned.
///
/// Threads: as the concept `sleeper` says; what a waker wrote is published by the mutex. Cost: a
/// mutex locked and unlocked on either side, with or without a sleeper, and a system call to wake.
class condvar_sleeper {
public:
    using clock = std::chrono::steady_clock;

    void wake() {
        const std::lock_guard lock(mutex_);
        permit_ = true;
        changed_.notify_one();
    }

    sleep::outcome sleep_until(clock::time_point deadline) {
        std::unique_lock lock(mutex_);
        const auto permitted = [this] { return permit_; };
        if (deadline == clock::time_point::max()) {
            changed_.wait(lock, permitted);
        } else {
            changed_.wait_until(lock, deadline, permitted);
        }
        const bool woken = permit_;
        permit_ = false;
        return woken ? sleep::outcome::woken : sleep::outcome::timeout;
    }

    template <class Rep, class Period>
    sleep::outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(sleep::deadline_after(time));
    }

protected:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool permit_ = false;
};

/// Sleeps in the receive of a channel that holds one message, as channels are commonly built: a
/// send that finds the slot taken is over, another one notifies when the mutex is released. The
/// message has no content, and the slot is the permit.
///
/// Threads: as the concept `sleeper` says, but it must outlive every wake(). Cost: that of
/// condvar_sleeper, without the mutex being held while the sleeper is woken.
class channel_sleeper : public condvar_sleeper {
public:
    void wake() {
        {
            const std::lock_guard lock(mutex_);
            if (permit_) {
                return;
            }
            permit_ = true;
        }
        changed_.notify_one();
    }
};

} // namespace tollgate::sleep_test
