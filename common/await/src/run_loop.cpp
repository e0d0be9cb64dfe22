// SPDX-License-Identifier: BSL-1.0
#include <tollgate/await/run_loop.hpp>

namespace tollgate::await {

// The notifications are sent under the mutex. When another thread has the mutex, that thread may
// destroy the loop.

void run_loop::post(work& unit) noexcept {
    const std::lock_guard lock(mutex_);
    posted_.push_back(unit);
    changed_.notify_one();
}

bool run_loop::withdraw(work& unit) noexcept {
    const std::lock_guard lock(mutex_);
    return posted_.remove(unit);
}

void run_loop::run() noexcept {
    while (true) {
        work* next = nullptr;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return !posted_.is_empty() || is_finished_; });
            next = posted_.pop_front();
        }
        if (next == nullptr) {
            return;
        }
        next->run();
    }
}

bool run_loop::try_run_one() noexcept {
    work* next = nullptr;
    {
        const std::lock_guard lock(mutex_);
        next = posted_.pop_front();
    }
    if (next == nullptr) {
        return false;
    }
    next->run();
    return true;
}

void run_loop::finish() noexcept {
    const std::lock_guard lock(mutex_);
    is_finished_ = true;
    changed_.notify_all();
}

} // namespace tollgate::await
