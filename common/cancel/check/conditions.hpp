// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tollgate::cancel {

/// Somebody's own condition variable: like the standard's, and related to it by nothing.
class made_up_mutex {
public:
    void lock() { own_.lock(); }
    void unlock() { own_.unlock(); }
    bool try_lock() { return own_.try_lock(); }

private:
    std::mutex own_;
};

class made_up_lock {
public:
    explicit made_up_lock(made_up_mutex& of) : of_(&of) { lock(); }
    ~made_up_lock() {
        if (owns_) {
            unlock();
        }
    }
    made_up_lock(const made_up_lock&) = delete;
    made_up_lock& operator=(const made_up_lock&) = delete;

    void lock() {
        of_->lock();
        owns_ = true;
    }
    void unlock() {
        owns_ = false;
        of_->unlock();
    }
    [[nodiscard]] made_up_mutex* mutex() const { return of_; }
    [[nodiscard]] bool owns_lock() const { return owns_; }

private:
    made_up_mutex* of_;
    bool owns_ = false;
};

enum class made_up_status { timeout, no_timeout };

class made_up_condition {
public:
    void notify_one() { own_.notify_one(); }
    void notify_all() { own_.notify_all(); }
    void wait(made_up_lock& lock) { own_.wait(lock); }
    template <class Clock, class Duration>
    made_up_status wait_until(made_up_lock& lock,
                              const std::chrono::time_point<Clock, Duration>& deadline) {
        return own_.wait_until(lock, deadline) == std::cv_status::timeout
                   ? made_up_status::timeout
                   : made_up_status::no_timeout;
    }

private:
    std::condition_variable_any own_;
};

/// What belongs together.
struct standard_condition {
    using condition = std::condition_variable;
    using mutex = std::mutex;
    using lock = std::unique_lock<std::mutex>;
};
struct any_condition {
    using condition = std::condition_variable_any;
    using mutex = std::mutex;
    using lock = std::unique_lock<std::mutex>;
};
struct any_condition_of_a_timed_mutex {
    using condition = std::condition_variable_any;
    using mutex = std::timed_mutex;
    using lock = std::unique_lock<std::timed_mutex>;
};
struct somebodys_condition {
    using condition = made_up_condition;
    using mutex = made_up_mutex;
    using lock = made_up_lock;
};

} // namespace tollgate::cancel
