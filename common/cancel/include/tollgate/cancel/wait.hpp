// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/detail/condition_waker.hpp>
#include <tollgate/cancel/release_result.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait_status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <type_traits>
#include <utility>

/// Waits of any standard-like condition variable that end when a token is cancelled, whoever
/// notifies: std::condition_variable, std::condition_variable_any, and what is used like them, with
/// deadlines of std::chrono. The lock is a std::unique_lock or the like, of a mutex that has
/// `try_lock()` and blocks threads, not fibers.
///
/// `cancel()` may be called by anybody, also under the mutex of the wait; it does not wait for that
/// mutex, and wakes all that wait for the same condition: they find it unchanged. (It tries to lock
/// the mutex, which the standard does not allow its owner for a std::mutex; all known
/// implementations say that it is taken.)
///
/// As with every condition variable: what is waited for is changed under the mutex, and forms
/// without a predicate wake spuriously. A wait that begins cancelled does not wait.
///
/// Cost: one registration, and a test, beside the wait itself. A cancellation that finds the mutex
/// taken starts a thread.
namespace tollgate::cancel {

namespace detail {

/// The registration of a wait, for its duration.
template <class Condition, class Lock>
class condition_wait {
public:
    condition_wait(Condition& condition, Lock& lock, const token& cancellation) noexcept
        : lock_(&lock), waker_(condition, *lock.mutex()), guard_(cancellation, waker_) {}
    condition_wait(const condition_wait&) = delete;
    condition_wait& operator=(const condition_wait&) = delete;
    ~condition_wait() { finish(); }

    [[nodiscard]] bool began_cancelled() const noexcept { return guard_.is_cancelled(); }

    /// Afterwards nobody uses the condition on this wait's behalf. It lets go of the lock, and
    /// takes it again, if somebody still does.
    void finish() {
        if (guard_.try_release() != release_result::running && !waker_.has_deputy()) [[likely]] {
            return;
        }
        lock_->unlock();
        guard_.release();
        waker_.dismiss_deputy();
        lock_->lock();
    }

private:
    Lock* lock_;
    condition_waker<Condition, std::remove_pointer_t<decltype(std::declval<Lock&>().mutex())>>
        waker_;
    cancellation_guard guard_;
};

template <class Condition, class Lock, class Deadline>
bool wait_once_until(Condition& condition, Lock& lock, const Deadline& deadline) {
    const auto status = condition.wait_until(lock, deadline);
    return status == decltype(status)::timeout;
}

} // namespace detail

/// Until notified, or spuriously woken, or cancelled.
template <class Condition, class Lock>
wait_status wait(Condition& condition, Lock& lock, const token& cancellation) {
    detail::condition_wait registered(condition, lock, cancellation);
    if (!registered.began_cancelled()) {
        condition.wait(lock);
    }
    return cancellation.is_cancelled() ? wait_status::cancelled : wait_status::notified;
}

/// Until the predicate holds, which is evaluated under the lock, or cancelled. Returns whether it
/// holds at the end.
template <class Condition, class Lock, class Predicate>
bool wait(Condition& condition, Lock& lock, Predicate holds, const token& cancellation) {
    if (holds()) {
        return true;
    }
    detail::condition_wait registered(condition, lock, cancellation);
    while (!cancellation.is_cancelled()) {
        condition.wait(lock);
        if (holds()) {
            return true;
        }
    }
    registered.finish();
    return holds();
}

/// Until notified, or spuriously woken, or the deadline, or cancelled.
template <class Condition, class Lock, class Clock, class Duration>
wait_status wait_until(Condition& condition, Lock& lock,
                       const std::chrono::time_point<Clock, Duration>& deadline,
                       const token& cancellation) {
    detail::condition_wait registered(condition, lock, cancellation);
    const bool late =
        !registered.began_cancelled() && detail::wait_once_until(condition, lock, deadline);
    if (cancellation.is_cancelled()) {
        return wait_status::cancelled;
    }
    return late ? wait_status::timeout : wait_status::notified;
}

/// Until the predicate holds, or the deadline, or cancelled. Returns whether it holds at the end.
template <class Condition, class Lock, class Clock, class Duration, class Predicate>
bool wait_until(Condition& condition, Lock& lock,
                const std::chrono::time_point<Clock, Duration>& deadline, Predicate holds,
                const token& cancellation) {
    if (holds()) {
        return true;
    }
    detail::condition_wait registered(condition, lock, cancellation);
    while (!cancellation.is_cancelled()) {
        const bool late = detail::wait_once_until(condition, lock, deadline);
        if (holds()) {
            return true;
        }
        if (late) {
            break;
        }
    }
    registered.finish();
    return holds();
}

/// So long from now on, by std::chrono::steady_clock; what is too long for it is for ever.
template <class Condition, class Lock, class Rep, class Period>
wait_status wait_for(Condition& condition, Lock& lock,
                     const std::chrono::duration<Rep, Period>& time, const token& cancellation) {
    return wait_until(condition, lock, sleep::deadline_after(time), cancellation);
}

template <class Condition, class Lock, class Rep, class Period, class Predicate>
bool wait_for(Condition& condition, Lock& lock, const std::chrono::duration<Rep, Period>& time,
              Predicate holds, const token& cancellation) {
    return wait_until(condition, lock, sleep::deadline_after(time), std::move(holds), cancellation);
}

} // namespace tollgate::cancel
