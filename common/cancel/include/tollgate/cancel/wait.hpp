// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/condition_wait.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <utility>

namespace tollgate::cancel {

/// Waits in any condition variable that is used like the standard ones. Ends when it is notified or
/// wakes spuriously (`notified`), or when the token is cancelled (`cancelled`).
///
///     const auto pop = [](auto& items, auto& filled, auto& lock, const auto& cancellation) {
///         const bool is_filled = tollgate::cancel::wait(
///             filled, lock, [&] { return !items.empty(); }, cancellation);
///         return is_filled ? &items.front() : nullptr;
///     };
///
/// The lock is a std::unique_lock or the like. Its mutex has `try_lock()` and blocks threads, not
/// fibers. A wait that begins cancelled does not wait. The mutex stays locked from the last
/// evaluation of a predicate until the wait returns: what the predicate returned then still holds.
///
/// - *Threads*: any thread may notify or call `cancel()`, also while it holds the mutex of the
///   wait. `cancel()` does not wait for the mutex, and wakes all waiters of the same condition.
/// - *Exceptions*: those of the condition's own wait and of the predicate. pthread_cancel(3) may
///   end the thread here if it may end it in the condition's own wait.
/// - *Cost*: one registration and two tests, beside the wait itself. The first wait of the process
///   with a token that can be cancelled starts a thread, which sleeps except in rare cancellations.
template <class Condition, class Lock>
wait_status wait(Condition& condition, Lock& lock, const token& cancellation) {
    return detail::wait_until_notified(condition, lock, detail::no_deadline(), cancellation);
}

/// Waits until the predicate holds or the token is cancelled. The predicate is evaluated under the
/// lock. Returns whether it holds at the end.
template <class Condition, class Lock, class Predicate>
bool wait(Condition& condition, Lock& lock, Predicate holds, const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, detail::no_deadline(), holds, cancellation);
}

/// Waits until the condition is notified or wakes spuriously, or the deadline, or the token is
/// cancelled. The deadline may be of any clock and in any unit. A deadline of `max()`, or one that
/// the clock cannot hold, is no deadline.
template <class Condition, class Lock, class Clock, class Duration>
wait_status wait_until(Condition& condition, Lock& lock,
                       const std::chrono::time_point<Clock, Duration>& deadline,
                       const token& cancellation) {
    return detail::wait_until_notified(condition, lock, deadline, cancellation);
}

/// Waits until the predicate holds, or the deadline, or the token is cancelled. Returns whether the
/// predicate holds at the end. Predicate and deadline are those of the forms above.
template <class Condition, class Lock, class Clock, class Duration, class Predicate>
bool wait_until(Condition& condition, Lock& lock,
                const std::chrono::time_point<Clock, Duration>& deadline, Predicate holds,
                const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, deadline, holds, cancellation);
}

/// `wait_until` with the deadline `time` from now, by std::chrono::steady_clock. A time that is too
/// long for the clock has no end. The last arguments are those of `wait_until` after its deadline.
template <class Condition, class Lock, class Rep, class Period, class... Others>
auto wait_for(Condition& condition, Lock& lock, const std::chrono::duration<Rep, Period>& time,
              Others&&... others) {
    return cancel::wait_until(condition, lock, sleep::deadline_after(time),
                              std::forward<Others>(others)...);
}

// Design:
//
// Notifications. As with every condition variable, what is waited for is changed under the mutex.
// All waiters of the condition that a cancellation wakes find what they wait for unchanged. A wait
// without a predicate that was notified and returns `cancelled` passes the notification on, by
// `notify_one()`: another waiter gets it.
//
// try_lock(). `cancel()` tries to lock the mutex, perhaps on the thread that holds it. The standard
// does not allow that for a std::mutex; all known implementations return that it is taken.
//
// The thread. All waits of the process share it. It sleeps until the process ends or the library is
// unloaded; only a cancellation that finds the mutex taken wakes it. Where the machine has no
// thread left, waits ask their tokens every 10 ms instead. A process whose main thread has left by
// pthread_exit(3) must call std::exit() in the end: the shared thread does not end before.
//
// Plug-ins. Their constructors may wait, also for other threads that wait. A plug-in that has the
// library in it may be unloaded when none of its calls is under way.

} // namespace tollgate::cancel
