// SPDX-License-Identifier: BSL-1.0
#pragma once
// The waits of wait.hpp, for any form of deadline. README.md of this library explains why they are
// correct.

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

/// A handler that wakes the *waiter*: a thread that waits for a user's condition variable. The
/// handler does not wait for the mutex of the condition variable. If the handler cannot lock the
/// mutex, it is possible that the waiter is between its last check of the token and its sleep. Then
/// the notification is lost. For this case, a thread, the *repeater*, repeats the notification
/// until the waiter has left the wait.
///
/// Without a repeater, the waiter must not sleep for long: see `repeated_notification`.
template <class Condition, class Mutex>
class condition_waker final : public cancellation_handler {
public:
    condition_waker(Condition& condition, Mutex& mutex) noexcept
        : condition_(std::addressof(condition)), mutex_(std::addressof(mutex)) {}
    /// The guard of this handler must be destroyed before. Waits for the end of a running
    /// repetition.
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
    /// A small number: more tries only help if another thread is about to unlock the mutex.
    static constexpr int most_tries = 16;

    Condition* condition_;
    Mutex* mutex_;
    std::optional<repeated_notification> repetition_;
};

/// Returns whether the waiter may sleep for long: either a cancellation is certain to wake the
/// waiter, see `condition_waker`, or the token can never be cancelled. Starts the repeater if the
/// waiter needs it.
inline bool may_sleep_for_long(const token& cancellation) noexcept {
    return repeated_notification::has_repeater() || !cancellation.can_be_cancelled() ||
           repeated_notification::start_repeater();
}

/// If no thread can be started, a waiter sleeps for this time, and then checks its token itself.
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

/// Waits once, without a deadline. Both forms of `wait_once` return whether the deadline has
/// passed.
template <class Condition, class Lock>
bool wait_once(Condition& condition, Lock& lock, no_deadline /*tag*/, const token& cancellation) {
    if (may_sleep_for_long(cancellation)) [[likely]] {
        condition.wait(lock);
    } else {
        detail::sleep_shortly(condition, lock);
    }
    return false;
}

/// Waits once, until the deadline. This function converts the unit and the clock of the deadline
/// itself. The reason: the condition variable's own conversion overflows for a deadline in the far
/// future or in the far past.
template <class Condition, class Lock, class Clock, class Duration>
bool wait_once(Condition& condition, Lock& lock,
               const std::chrono::time_point<Clock, Duration>& deadline,
               const token& cancellation) {
    const typename Clock::time_point end = sleep::deadline_at(deadline);
    if (end == (Clock::time_point::max)()) {
        return detail::wait_once(condition, lock, no_deadline(), cancellation);
    }
    // The comparison uses the unit of the clock. In the common unit of the two values, the deadline
    // could overflow.
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

/// Waits without a predicate. It is possible that a cancelled waiter was notified too. So a
/// cancelled waiter passes the notification on.
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

/// Waits until the predicate `holds` returns true, until the deadline, or until the token is
/// cancelled. Returns the last result of the predicate.
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
