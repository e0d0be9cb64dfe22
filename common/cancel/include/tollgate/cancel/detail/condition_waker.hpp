// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/repeated_notification.hpp>
#include <tollgate/sleep/relax.hpp>

#include <optional>

namespace tollgate::cancel::detail {

/// Wakes a thread that waits in a user's condition variable, without waiting for its mutex.
///
/// A notification is lost on a waiter that has looked at its token and does not sleep yet. Such a
/// waiter has the mutex. So:
/// - The handler that gets the mutex notifies after it, and that is all.
/// - The handler that does not get it notifies nevertheless. If another thread has the mutex, the
///   cancelling one included, the waiter sleeps already, and is woken; it returns when it gets the
///   mutex. If the waiter has it, between its look and its sleep, the notification is lost, but in
///   a few instructions of its own the waiter sleeps. The two cannot be told apart from outside.
///   Therefore the notification is repeated until the waiter has left: each one after the waiter's
///   falling asleep wakes it.
///
/// Neither the handler nor a repetition waits for the mutex. That is why the waiter may wait for
/// both of them with the mutex in its hands, and what it has seen under the mutex still holds when
/// it returns.
///
/// The waiter must not sleep for long without a repeater: see `repeated_notification`.
template <class Condition, class Mutex>
class condition_waker final : public cancellation_handler {
public:
    condition_waker(Condition& condition, Mutex& mutex) noexcept
        : condition_(&condition), mutex_(&mutex) {}
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

} // namespace tollgate::cancel::detail
