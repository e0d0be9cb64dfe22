// SPDX-License-Identifier: BSL-1.0
//
// Cancellations at critical moments: between a waiter's last check of its token and its sleep,
// while it evaluates its predicate, and together with a notification.
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tollgate::cancel {
namespace {

/// Counts how often it was unlocked.
class counting_mutex {
public:
    void lock() { own_.lock(); }
    void unlock() {
        ++unlocks;
        own_.unlock();
    }
    bool try_lock() { return own_.try_lock(); }

    std::atomic<int> unlocks = 0;

private:
    std::mutex own_;
};

/// Lets a check do something when the waiter has decided to sleep, and still has the mutex.
class late_condition {
public:
    void notify_one() {
        ++single_notifications;
        own_.notify_one();
    }
    void notify_all() {
        ++notifications;
        own_.notify_all();
    }
    void wait(std::unique_lock<counting_mutex>& lock) {
        before_sleeping();
        own_.wait(lock);
    }
    template <class Deadline>
    std::cv_status wait_until(std::unique_lock<counting_mutex>& lock, const Deadline& deadline) {
        before_sleeping();
        return own_.wait_until(lock, deadline);
    }

    std::function<void()> before_sleeping;
    std::atomic<int> notifications = 0;
    std::atomic<int> single_notifications = 0;

private:
    std::condition_variable_any own_;
};

class with_a_late_condition : public ::testing::Test {
protected:
    using predicate = std::function<bool()>;

    /// Calls `check` with each form, a function of the lock and of a predicate or none.
    template <class Check>
    void in_each_form(Check&& check) {
        using namespace std::chrono_literals;
        check("wait", [this](auto& lock, const auto&... holds) {
            return wait(condition, lock, holds..., cancellation);
        });
        check("wait_until", [this](auto& lock, const auto&... holds) {
            return wait_until(condition, lock, std::chrono::system_clock::now() + 1h, holds...,
                              cancellation);
        });
        check("wait_for", [this](auto& lock, const auto&... holds) {
            return wait_for(condition, lock, 1h, holds..., cancellation);
        });
    }

    void cancel_from_another_thread() {
        std::thread([this] { cancellation.cancel(); }).join();
    }

    const testing::watchdog watchdog{"a cancelled wait", std::chrono::seconds(60)};
    counting_mutex mutex;
    late_condition condition;
    standalone_token cancellation;
    std::thread notifier;
};

class a_late_cancellation : public with_a_late_condition {
protected:
    a_late_cancellation() {
        condition.before_sleeping = [this] { cancel_now(); };
    }

    /// The waiter sleeps so late that it misses the first notification and several after it.
    void cancel_now() {
        cancel_from_another_thread();
        const int lost = condition.notifications + 4;
        while (condition.notifications < lost) {
            std::this_thread::yield();
        }
    }
};

TEST_F(a_late_cancellation, ends_each_wait) {
    const predicate never = [] { return false; };
    in_each_form([&](const char* form, auto&& wait_here) {
        std::unique_lock lock(mutex);
        EXPECT_EQ(wait_here(lock), wait_status::cancelled) << form;
        cancellation.reset();
        EXPECT_FALSE(wait_here(lock, never)) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        cancellation.reset();
    });
}

/// The cancellation finds the mutex taken by the waiter, and a predicate that has just become true.
using a_wait_with_a_predicate = with_a_late_condition;
using a_notification = with_a_late_condition;

TEST_F(a_wait_with_a_predicate, keeps_the_mutex_from_its_last_evaluation_until_it_returns) {
    for (const bool last : {true, false}) {
        in_each_form([&](const char* form, auto&& wait_here) {
            int asked = 0;
            int unlocks_before = 0;
            condition.before_sleeping = [&] {
                notifier = std::thread([&] {
                    const std::unique_lock lock(mutex);
                    condition.notify_all();
                });
            };
            {
                std::unique_lock lock(mutex);
                const predicate holds = [&] {
                    if (++asked == 2) {
                        cancel_from_another_thread();
                    }
                    unlocks_before = mutex.unlocks;
                    return last && asked == 2;
                };
                EXPECT_EQ(wait_here(lock, holds), last) << form;
                EXPECT_EQ(mutex.unlocks, unlocks_before) << form;
            }
            notifier.join();
            cancellation.reset();
        });
    }
}

/// Another thread notifies one waiter, and cancels that waiter before it has returned.
TEST_F(a_notification, of_a_wait_that_is_cancelled_goes_to_another_one) {
    condition.before_sleeping = [this] {
        notifier = std::thread([this] {
            const std::unique_lock lock(mutex);
            cancel_from_another_thread();
            condition.notify_one();
        });
    };
    in_each_form([this](const char* form, auto&& wait_here) {
        condition.single_notifications = 0;
        {
            std::unique_lock lock(mutex);
            EXPECT_EQ(wait_here(lock), wait_status::cancelled) << form;
            EXPECT_EQ(condition.single_notifications, 2) << form;
        }
        notifier.join();
        cancellation.reset();
    });
}

} // namespace
} // namespace tollgate::cancel
