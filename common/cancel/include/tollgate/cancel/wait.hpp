// SPDX-License-Identifier: BSL-1.0
#pragma once

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
#include <utility>

/// Waits of any standard-like condition variable that end when a token is cancelled, whoever
/// notifies: std::condition_variable, std::condition_variable_any, and what is used like them, with
/// deadlines of std::chrono. The lock is a std::unique_lock or the like, of a mutex that has
/// `try_lock()` and blocks threads, not fibers. As with the standard ones, a thread that holds the
/// mutex may notify.
///
/// Any thread may call `cancel()`, also one that holds the mutex of the wait; it does not wait for
/// that mutex, and wakes all that wait for the same condition: they find it unchanged. (It tries to
/// lock the mutex, which the standard does not allow its owner for a std::mutex; all known
/// implementations say that it is taken.)
///
/// As with every condition variable: what is waited for is changed under the mutex, and forms
/// without a predicate wake spuriously. A deadline may be in any unit of its clock; `max()` is
/// none, and so is what the clock cannot hold. A wait that begins cancelled does not wait. From the
/// last time that a predicate is evaluated until the wait returns, the mutex stays locked: what it
/// returned then still holds. A wait without a predicate that was notified and returns `cancelled`
/// passes the notification on, by `notify_one()`: another waiter gets it. A wait is a cancellation
/// point, of pthread_cancel(3), if the condition's own wait is one.
///
/// Cost: one registration, and two tests, beside the wait itself. The first wait with a token that
/// can be cancelled starts a thread, which all waits of the process share and which sleeps until
/// the process ends or the library is unloaded; only a cancellation that finds the mutex taken
/// wakes it. Where the machine has no thread left, waits look at their tokens every 10 ms instead.
///
/// A process whose main thread has left by `pthread_exit()` has to call `std::exit()` in the end,
/// since the thread that all waits share does not end before.
///
/// Plug-ins: their constructors may wait, also for other threads that wait, and a plug-in that has
/// the library in it may be unloaded when none of its calls is under way.
namespace tollgate::cancel {

namespace detail {

/// Wakes a thread that waits in a user's condition variable, without waiting for its mutex. Where
/// it does not get the mutex, the waiter may be between its look and its sleep, and the
/// notification be lost: then it is repeated until the waiter has left. The argument is in
/// README.md.
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
        again_.emplace(
            [](void* condition) noexcept { static_cast<Condition*>(condition)->notify_all(); },
            condition_);
    }

private:
    /// Few: it is enough if a holder is about to unlock it.
    static constexpr int most_tries = 16;

    Condition* condition_;
    Mutex* mutex_;
    std::optional<repeated_notification> again_;
};

/// Whether a cancellation finds the waiter wherever it is: see `condition_waker`.
inline bool may_sleep_for_long(const token& cancellation) noexcept {
    return repeated_notification::has_repeater() || !cancellation.can_be_cancelled() ||
           repeated_notification::start_repeater();
}

/// After so long a waiter looks at its token by itself, where no thread can be started.
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

/// These return whether the deadline has passed.
template <class Condition, class Lock>
bool wait_once(Condition& condition, Lock& lock, no_deadline /*tag*/, const token& cancellation) {
    if (may_sleep_for_long(cancellation)) [[likely]] {
        condition.wait(lock);
    } else {
        detail::sleep_shortly(condition, lock);
    }
    return false;
}

/// The condition variable would convert a deadline of another unit, and add one of another clock to
/// its own, which overflows for what is far ahead or long past.
template <class Condition, class Lock, class Clock, class Duration>
bool wait_once(Condition& condition, Lock& lock,
               const std::chrono::time_point<Clock, Duration>& deadline,
               const token& cancellation) {
    const typename Clock::time_point end = sleep::deadline_at(deadline);
    if (end == (Clock::time_point::max)()) {
        return detail::wait_once(condition, lock, no_deadline(), cancellation);
    }
    // Compared in the clock's unit: a common one may be too small for the deadline.
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

/// One that is cancelled may have been notified, too, and passes that on.
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

} // namespace detail

/// Until notified, or spuriously woken, or cancelled.
template <class Condition, class Lock>
wait_status wait(Condition& condition, Lock& lock, const token& cancellation) {
    return detail::wait_until_notified(condition, lock, detail::no_deadline(), cancellation);
}

/// Until the predicate holds, which is evaluated under the lock, or cancelled. Returns whether it
/// holds at the end.
template <class Condition, class Lock, class Predicate>
bool wait(Condition& condition, Lock& lock, Predicate holds, const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, detail::no_deadline(), holds, cancellation);
}

/// Until notified, or spuriously woken, or the deadline, or cancelled.
template <class Condition, class Lock, class Clock, class Duration>
wait_status wait_until(Condition& condition, Lock& lock,
                       const std::chrono::time_point<Clock, Duration>& deadline,
                       const token& cancellation) {
    return detail::wait_until_notified(condition, lock, deadline, cancellation);
}

/// Until the predicate holds, or the deadline, or cancelled. Returns whether it holds at the end.
template <class Condition, class Lock, class Clock, class Duration, class Predicate>
bool wait_until(Condition& condition, Lock& lock,
                const std::chrono::time_point<Clock, Duration>& deadline, Predicate holds,
                const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, deadline, holds, cancellation);
}

/// So long from now on, by std::chrono::steady_clock; what is too long for it is for ever.
template <class Condition, class Lock, class Rep, class Period, class... Others>
auto wait_for(Condition& condition, Lock& lock, const std::chrono::duration<Rep, Period>& time,
              Others&&... others) {
    return cancel::wait_until(condition, lock, sleep::deadline_after(time),
                              std::forward<Others>(others)...);
}

} // namespace tollgate::cancel
