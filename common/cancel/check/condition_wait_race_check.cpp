// SPDX-License-Identifier: BSL-1.0
//
// A cancellation that comes between a waiter's last look at its token and its sleep.
#include "conditions.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tollgate::cancel {
namespace {

/// Tells whether somebody comes for it while it is taken.
class watched_mutex {
public:
    void lock() {
        ++comers;
        own_.lock();
    }
    void unlock() { own_.unlock(); }
    bool try_lock() { return own_.try_lock(); }

    std::atomic<int> comers = 0;

private:
    std::mutex own_;
};

/// Lets a check do something when the waiter has decided to sleep, and still has the mutex.
class late_condition {
public:
    void notify_all() {
        ++notifications;
        own_.notify_all();
    }
    void wait(std::unique_lock<watched_mutex>& lock) {
        before_sleeping();
        own_.wait(lock);
    }
    template <class Deadline>
    std::cv_status wait_until(std::unique_lock<watched_mutex>& lock, const Deadline& deadline) {
        before_sleeping();
        return own_.wait_until(lock, deadline);
    }

    std::function<void()> before_sleeping;
    std::atomic<int> notifications = 0;

private:
    std::condition_variable_any own_;
};

class a_late_cancellation : public testing::Test {
protected:
    a_late_cancellation() {
        condition.before_sleeping = [this] { cancel_now(); };
    }

    /// And has whoever is to notify come for the mutex first. Were it notified without the mutex,
    /// nobody would be there to hear it.
    void cancel_now() {
        const int comers_before = mutex.comers;
        std::thread([this] { EXPECT_TRUE(cancellation.cancel()); }).join();
        for (int looks = 0; looks < 100'000; ++looks) {
            if (mutex.comers > comers_before || condition.notifications > 0) {
                break;
            }
            std::this_thread::yield();
        }
        EXPECT_EQ(condition.notifications, 0) << "nobody sleeps yet";
    }

    watched_mutex mutex;
    late_condition condition;
    standalone_token cancellation;
};

TEST_F(a_late_cancellation, ends_a_wait) {
    std::unique_lock lock(mutex);
    EXPECT_EQ(wait(condition, lock, cancellation), wait_status::cancelled);
    EXPECT_TRUE(lock.owns_lock());
}

TEST_F(a_late_cancellation, ends_a_wait_with_a_predicate) {
    std::unique_lock lock(mutex);
    EXPECT_FALSE(wait(
        condition, lock, [] { return false; }, cancellation));
}

TEST_F(a_late_cancellation, ends_a_wait_with_a_deadline) {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex);
    EXPECT_EQ(wait_for(condition, lock, 1h, cancellation), wait_status::cancelled);
}

TEST_F(a_late_cancellation, ends_a_wait_with_a_deadline_and_a_predicate) {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex);
    EXPECT_FALSE(wait_for(
        condition, lock, 1h, [] { return false; }, cancellation));
}

} // namespace
} // namespace tollgate::cancel
