// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/posix/start_thread.hpp>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace tollgate::cancel_test {

/// Requests a stop at a deadline, with means of the standard library: a sorted container under a
/// mutex, and a thread.
class stop_timer {
    using clock = std::chrono::steady_clock;
    using deadlines = std::multimap<clock::time_point, std::stop_source>;

public:
    using place = deadlines::iterator;

    place arm(clock::time_point deadline, std::stop_source source) {
        const std::lock_guard lock(mutex_);
        const place armed = all_.emplace(deadline, std::move(source));
        if (deadline < sleeps_until_) {
            earlier_.notify_one();
        }
        return armed;
    }
    /// `armed` must not have passed.
    void drop(place armed) {
        const std::lock_guard lock(mutex_);
        all_.erase(armed);
    }

private:
    void run(const std::stop_token& end) {
        std::unique_lock lock(mutex_);
        while (!end.stop_requested()) {
            const auto now = clock::now();
            if (!all_.empty() && all_.begin()->first <= now) {
                std::stop_source due = all_.extract(all_.begin()).mapped();
                lock.unlock();
                due.request_stop();
                lock.lock();
                continue;
            }
            sleeps_until_ = all_.empty() ? now + std::chrono::hours(1) : all_.begin()->first;
            earlier_.wait_until(lock, end, sleeps_until_, [this] {
                return !all_.empty() && all_.begin()->first < sleeps_until_;
            });
        }
    }

    std::mutex mutex_;
    std::condition_variable_any earlier_;
    deadlines all_;
    clock::time_point sleeps_until_ = (clock::time_point::min)();
    std::jthread thread_ =
        posix::start_thread<std::jthread>([this](const std::stop_token& end) { run(end); });
};

} // namespace tollgate::cancel_test
