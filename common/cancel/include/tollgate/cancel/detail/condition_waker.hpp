// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/cancellation_handler.hpp>
#include <tollgate/cancel/detail/start_thread.hpp>
#include <tollgate/sleep/relax.hpp>

#include <thread>

namespace tollgate::cancel::detail {

/// Wakes a thread out of somebody else's condition variable, without waiting for its mutex.
///
/// Between its look at the token and its sleep the waiting thread holds that mutex, and a
/// notification then would be lost. So who notifies must have had the mutex since. The handler
/// tries to get it. If it cannot, the mutex may be in the hands of whoever cancels, who would wait
/// for ever; then a thread made for the purpose waits for it and notifies. The waiting thread joins
/// it, and lets go of the mutex for that. (If the machine has no thread left, the canceller waits
/// itself.)
template <class Condition, class Mutex>
class condition_waker final : public cancellation_handler {
public:
    condition_waker(Condition& condition, Mutex& mutex) noexcept
        : condition_(&condition), mutex_(&mutex) {}
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
        const auto notify = [](void* self) {
            static_cast<condition_waker*>(self)->notify_after_the_mutex();
        };
        if (!start_thread(deputy_, notify, this)) {
            notify_after_the_mutex();
        }
    }

    /// For the waiting thread, when the handler can no longer run. It must not have the mutex when
    /// it dismisses the deputy.
    [[nodiscard]] bool has_deputy() const noexcept { return deputy_.joinable(); }
    void dismiss_deputy() {
        if (has_deputy()) {
            deputy_.join();
        }
    }

private:
    /// Few: it is enough if a holder is about to let go.
    static constexpr int most_tries = 16;

    void notify_after_the_mutex() {
        mutex_->lock();
        mutex_->unlock();
        condition_->notify_all();
    }

    Condition* condition_;
    Mutex* mutex_;
    std::thread deputy_;
};

} // namespace tollgate::cancel::detail
