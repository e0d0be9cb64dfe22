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

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool permit_ = false;
};

} // namespace tollgate::sleep_test
