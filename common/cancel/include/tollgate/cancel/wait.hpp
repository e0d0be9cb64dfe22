// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/detail/condition_wait.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <utility>

namespace tollgate::cancel {

/// Waits for a condition variable with a token. The condition variable may have any type with the
/// interface of the standard types. Returns `notified` when the condition variable is notified or
/// wakes spuriously. Returns `cancelled` when the token is cancelled.
///
///     const auto pop = [](auto& items, auto& filled, auto& lock, const auto& cancellation) {
///         const bool is_filled = tollgate::cancel::wait(
///             filled, lock, [&] { return !items.empty(); }, cancellation);
///         return is_filled ? &items.front() : nullptr;
///     };
///
/// The lock is a std::unique_lock or a similar type. Its mutex must have `try_lock()`, and must
/// block threads, not fibers. If the token is cancelled at the beginning, the function does not
/// wait. The mutex stays locked from the last evaluation of a predicate until the wait returns. So
/// the result of the predicate still holds when the wait returns.
///
/// - *Threads*: any thread may notify or call `cancel()`, also while it holds the mutex of the
///   wait. `cancel()` does not wait for the mutex, and wakes all waiters of the condition variable.
/// - *Exceptions*: the exceptions of the condition variable's own wait and of the predicate. If
///   pthread_cancel(3) can end the thread in the condition variable's own wait, it can also end the
///   thread in this function.
/// - *Cost*: one registration and two checks of flags, in addition to the wait itself. The first
///   wait of the process with a token that can be cancelled starts a helper thread. The helper
///   thread sleeps, except in rare cancellations: see "Design" below.
template <class Condition, class Lock>
wait_status wait(Condition& condition, Lock& lock, const token& cancellation) {
    return detail::wait_until_notified(condition, lock, detail::no_deadline(), cancellation);
}

/// Waits until the predicate returns true or the token is cancelled. The predicate is evaluated
/// while the mutex is locked. Returns the last result of the predicate.
template <class Condition, class Lock, class Predicate>
bool wait(Condition& condition, Lock& lock, Predicate holds, const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, detail::no_deadline(), holds, cancellation);
}

/// Waits until the condition variable is notified or wakes spuriously, until the deadline, or until
/// the token is cancelled. The deadline may be of any clock and in any unit. A deadline of `max()`,
/// or a deadline that the clock cannot represent, counts as no deadline.
template <class Condition, class Lock, class Clock, class Duration>
wait_status wait_until(Condition& condition, Lock& lock,
                       const std::chrono::time_point<Clock, Duration>& deadline,
                       const token& cancellation) {
    return detail::wait_until_notified(condition, lock, deadline, cancellation);
}

/// Waits until the predicate returns true, until the deadline, or until the token is cancelled.
/// Returns the last result of the predicate. For the predicate and the deadline, the rules of the
/// functions above hold.
template <class Condition, class Lock, class Clock, class Duration, class Predicate>
bool wait_until(Condition& condition, Lock& lock,
                const std::chrono::time_point<Clock, Duration>& deadline, Predicate holds,
                const token& cancellation) {
    return detail::wait_until_it_holds(condition, lock, deadline, holds, cancellation);
}

/// Calls `wait_until` with the deadline `time` from now, by std::chrono::steady_clock. A time that
/// is too long for the clock counts as no deadline. `others` are the arguments of `wait_until`
/// after its deadline.
template <class Condition, class Lock, class Rep, class Period, class... Others>
auto wait_for(Condition& condition, Lock& lock, const std::chrono::duration<Rep, Period>& time,
              Others&&... others) {
    return cancel::wait_until(condition, lock, sleep::deadline_after(time),
                              std::forward<Others>(others)...);
}

// Design:
//
// Notifications. As with every condition variable, lock the mutex before you change the data for
// which the waiters wait. A cancellation wakes all waiters of the condition variable. The waiters
// that are not cancelled find their data unchanged. If a wait without a predicate was notified and
// returns `cancelled`, the wait passes the notification on to another waiter, by `notify_one()`.
//
// try_lock(). `cancel()` tries to lock the mutex, perhaps on the thread that already holds the
// mutex. The standard does not allow this for a std::mutex. In all known implementations,
// try_lock() then returns false.
//
// The helper thread. If a cancellation finds the mutex of a wait locked, its notification of the
// condition variable may be lost. For this case, the helper thread repeats the notification. At all
// other times, the helper thread sleeps. All waits of the process share one helper thread. It runs
// until the process ends or the library is unloaded. If the system cannot start the helper thread,
// each wait checks its token every 10 ms instead. If the main thread ends by pthread_exit(3),
// another thread must call std::exit() to end the process. Otherwise the helper thread keeps the
// process alive.
//
// Plug-ins. During the dlopen(3) of a plug-in, the constructors of its static objects may call
// these functions, and may wait for other threads that call these functions. A plug-in that
// contains the library may be unloaded when no call of this library is running.

} // namespace tollgate::cancel
