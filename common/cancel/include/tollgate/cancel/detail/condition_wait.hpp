// SPDX-License-Identifier: BSL-1.0
#pragma once
// The waits of wait.hpp, for any form of deadline. The argument is in README.md of this library.

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_by.hpp>
#include <tollgate/sleep/parker.hpp>
#include <tollgate/sleep/relax.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <type_traits>

namespace tollgate::cancel::detail {

/// Wakes a thread that waits in a user's condition variable, without waiting for its mutex. Without
/// the mutex, the waker may find the waiter between its last check of the token and its sleep: the
/// notification is lost. Then the notification is repeated until the waiter has left.
///
/// The waiter must not sleep for long without a repeater: see `repeated_notification`.
template <class Condition, class Mutex>
class condition_waker final : public cancellation_handler {
public:
    condition_waker(Condition& condition, Mutex& mutex) noexcept
        : condition_(std::addressof(condition)), mutex_(std::addressof(mutex)) {}
    /// Its guard must be gone. Waits for a repetition that is under way.
    ~condition_waker() = default;

    void cancel() noexcept override {
        for (int tries = 0; tries < most_tries; ++tries) {
            if (mutex_->try_lock()) {
                mutex_->unlock();
                condition_->notify_all();
                return;
            }
            sleep::relax();
        }
        condition_->notify_all();
        repetition_.emplace(
            [](void* condition) noexcept { static_cast<Condition*>(condition)->notify_all(); },
            condition_);
    }

private:
    /// Few: they only serve for a holder that is about to unlock the mutex.
    static constexpr int most_tries = 16;

    Condition* condition_;
    Mutex* mutex_;
    std::optional<repeated_notification> repetition_;
};

/// Whether a cancellation is sure to wake the waiter: see `condition_waker`.
inline bool may_sleep_for_long(const token& cancellation) noexcept {
    return repeated_notification::has_repeater() || !cancellation.can_be_cancelled() ||
           repeated_notification::start_repeater();
}

/// After this time a waiter asks its token by itself, where no thread can be started.
inline constexpr std::chrono::milliseconds short_sleep(10);

template <class Condition, class Lock>
void sleep_shortly(Condition& condition, Lock& lock) {
    const auto until = std::chrono::steady_clock::now() + short_sleep;
    if constexpr (requires { condition.wait_until(lock, until); }) {
        condition.wait_until(lock, until);
    } else {
        lock.unlock();
        sleep::parker().sleep_until(until);
        lock.lock();
    }
}

struct no_deadline {};

/// Both forms of `wait_once` return whether the deadline has passed.
template <class Condition, class Lock>
bool wait_once(Condition& condition, Lock& lock, no_deadline /*tag*/, const token& cancellation) {
    if (may_sleep_for_long(cancellation)) [[likely]] {
        condition.wait(lock);
    } else {
        detail::sleep_shortly(condition, lock);
    }
    return false;
}

/// The condition variable would convert a deadline of another unit, and add a deadline of another
/// clock to its own time. Both overflow for a deadline that is far ahead or long past.
template <class Condition, class Lock, class Clock, class Duration>
bool wait_once(Condition& condition, Lock& lock,
               const std::chrono::time_point<Clock, Duration>& deadline,
               const token& cancellation) {
    const typename Clock::time_point end = sleep::deadline_at(deadline);
    if (end == (Clock::time_point::max)()) {
        return detail::wait_once(condition, lock, no_deadline(), cancellation);
    }
    // Compared in the clock's unit: a common unit may be too small for the deadline.
    if (!may_sleep_for_long(cancellation) &&
        std::chrono::floor<typename Clock::duration>(Clock::now() + short_sleep) < end) {
        detail::sleep_shortly(condition, lock);
        return false;
    }
    constexpr bool sleeps_by_it = std::is_same_v<Clock, std::chrono::steady_clock> ||
                                  std::is_same_v<Clock, std::chrono::system_clock> || !requires {
        condition.wait_until(lock, std::chrono::steady_clock::time_point());
    };
    if constexpr (sleeps_by_it) {
        const auto status = condition.wait_until(lock, end);
        return status == decltype(status)::timeout;
    } else {
        const sleep::deadline_by<Clock> by(end);
        do {
            const auto status = condition.wait_until(lock, by());
            if (status != decltype(status)::timeout || cancellation.is_cancelled()) {
                return false;
            }
        } while (!by.is_over());
        return true;
    }
}

/// A waiter that is cancelled may have been notified, too, and passes the notification on.
template <class Condition, class Lock, class Deadline>
wait_status wait_until_notified(Condition& condition, Lock& lock, const Deadline& deadline,
                                const token& cancellation) {
    condition_waker waker(condition, *lock.mutex());
    cancellation_guard guard(cancellation, waker);
    if (guard.is_cancelled()) {
        return wait_status::cancelled;
    }
    const bool late = detail::wait_once(condition, lock, deadline, cancellation);
    if (cancellation.is_cancelled()) [[unlikely]] {
        condition.notify_one();
        return wait_status::cancelled;
    }
    return late ? wait_status::timeout : wait_status::notified;
}

template <class Condition, class Lock, class Deadline, class Predicate>
bool wait_until_it_holds(Condition& condition, Lock& lock, const Deadline& deadline,
                         Predicate& holds, const token& cancellation) {
    if (holds()) {
        return true;
    }
    condition_waker waker(condition, *lock.mutex());
    cancellation_guard guard(cancellation, waker);
    while (!cancellation.is_cancelled()) {
        const bool late = detail::wait_once(condition, lock, deadline, cancellation);
        if (holds()) {
            return true;
        }
        if (late) {
            return false;
        }
    }
    return static_cast<bool>(holds());
}

} // namespace tollgate::cancel::detail
