// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tollgate::sleep_test {

/// A sleeper from a mutex, a condition variable and a flag. It checks the flag before the wait and
/// at its end, and only under the mutex, so that it loses neither a wake before the sleep nor a
/// wake at the deadline. It notifies under the mutex, so that the sleeping thread may destroy it
/// afterwards.
///
/// - *Threads*: as the concept `sleeper` says.
/// - *Memory order*: the mutex publishes the waker's writes.
/// - *Cost*: a mutex locked and unlocked on either side, with or without a sleeping thread, and a
///   system call to wake.
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

/// A sleeper that receives from a channel of one message, as channels are commonly built. A send
/// that finds the slot full returns; any other send notifies after it has released the mutex. The
/// message has no content, and the slot is the permit.
///
/// - *Threads*: as the concept `sleeper` says.
/// - *Lifetime*: it must outlive every wake().
/// - *Cost*: as condvar_sleeper, but the mutex is not held while the thread is woken.
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
