// SPDX-License-Identifier: BSL-1.0
//
// The forms of waiting for a condition: their ends and their results, also where the
// canceller or a third thread has the mutex.
#include "falls_asleep.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/wait.hpp>
#include <tollgate/testing/scripted_clock.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

template <class Clock>
using in_hours = std::chrono::time_point<Clock, std::chrono::hours>;
/// Converts to bool, and is no bool.
struct answer {
    answer(bool is) : yes(is) {} // NOLINT(google-explicit-constructor)
    explicit operator bool() const { return yes; }
    bool yes;
};
using predicate = std::function<answer()>;

/// Its epoch is near today: a condition variable overflows if it adds this clock's last moments to
/// the time of its own clock.
struct young_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<young_clock>;
    static constexpr bool is_steady = true;
    static time_point now() {
        static const auto epoch = steady_clock::now();
        return time_point(steady_clock::now() - epoch);
    }
};

using testing::wall_clock;

/// Each wait lasts until its deadline; no wait is notified.
template <class By>
struct always_late {
    template <class Lock>
    std::cv_status wait_until(Lock& /*lock*/, typename By::time_point deadline) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - By::now());
        wall_clock::since_epoch += std::max(left, 1ms);
        return std::cv_status::timeout;
    }
    template <class Lock>
    void wait(Lock& /*lock*/) {}
    void notify_one() {}
    void notify_all() {}
};

template <class Condition>
void expect_timeout_at_the_deadline() {
    Condition condition;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    const standalone_token cancellation;
    const wall_clock::time_point deadline = wall_clock::now() + 3s;
    EXPECT_EQ(wait_until(condition, lock, deadline, cancellation), wait_status::timeout);
    EXPECT_GE(wall_clock::now(), deadline);
}

TEST(a_wait_by_a_users_clock, goes_on_until_that_clock_reaches_the_deadline) {
    expect_timeout_at_the_deadline<always_late<steady_clock>>();
}

TEST(a_wait_by_a_users_clock, is_left_to_a_condition_that_knows_no_other_clock) {
    expect_timeout_at_the_deadline<always_late<wall_clock>>();
}

/// A user's own condition variable, with the interface of the standard ones. The library must not
/// use its operators.
class fake_mutex {
public:
    void operator&() const = delete; // NOLINT(google-runtime-operator)
    void lock() { own_.lock(); }
    void unlock() { own_.unlock(); }
    bool try_lock() { return own_.try_lock(); }

private:
    std::mutex own_;
};

class fake_lock {
public:
    explicit fake_lock(fake_mutex& locked) : mutex_(std::addressof(locked)) { lock(); }
    ~fake_lock() {
        if (owns_) {
            unlock();
        }
    }
    fake_lock(const fake_lock&) = delete;
    fake_lock& operator=(const fake_lock&) = delete;

    void lock() {
        mutex_->lock();
        owns_ = true;
    }
    void unlock() {
        owns_ = false;
        mutex_->unlock();
    }
    [[nodiscard]] fake_mutex* mutex() const { return mutex_; }
    [[nodiscard]] bool owns_lock() const { return owns_; }

private:
    fake_mutex* mutex_;
    bool owns_ = false;
};

enum class fake_status { timeout, no_timeout };

class fake_condition {
public:
    void operator&() const = delete; // NOLINT(google-runtime-operator)
    void notify_one() { own_.notify_one(); }
    void notify_all() { own_.notify_all(); }
    void wait(fake_lock& lock) { own_.wait(lock); }
    template <class Clock, class Duration>
    fake_status wait_until(fake_lock& lock,
                           const std::chrono::time_point<Clock, Duration>& deadline) {
        return own_.wait_until(lock, deadline) == std::cv_status::timeout ? fake_status::timeout
                                                                          : fake_status::no_timeout;
    }

private:
    std::condition_variable_any own_;
};

template <class Condition, class Mutex, class Lock>
struct kind {
    using condition = Condition;
    using mutex = Mutex;
    using lock = Lock;
};
using standard = kind<std::condition_variable, std::mutex, std::unique_lock<std::mutex>>;
using somebodys = kind<fake_condition, fake_mutex, fake_lock>;

template <class Kind>
class a_condition_wait : public ::testing::Test {
protected:
    using lock_type = typename Kind::lock;

    /// Calls `check` with each form of waiting, a function of the lock and of a predicate or none.
    /// No deadline is reached while a check runs.
    template <class Check>
    void in_each_form(Check&& check) {
        check("wait", [this](lock_type& lock, const auto&... holds) {
            return wait(condition, lock, holds..., cancellation);
        });
        check("wait_for", [this](lock_type& lock, const auto&... holds) {
            return wait_for(condition, lock, 1h, holds..., cancellation);
        });
        check("wait_until", [this](lock_type& lock, const auto&... holds) {
            return wait_until(condition, lock, steady_clock::now() + 1h, holds..., cancellation);
        });
        check("wait_until by the system's clock", [this](lock_type& lock, const auto&... holds) {
            return wait_until(condition, lock, system_clock::now() + 1h, holds..., cancellation);
        });
    }

    /// A wait without a predicate may wake for no reason.
    template <class Wait>
    static wait_status end_of(Wait&& wait_here, lock_type& lock) {
        wait_status status = wait_status::notified;
        while (status == wait_status::notified) {
            status = wait_here(lock);
        }
        return status;
    }

    /// A thread that acts with the mutex. It gets the mutex when the waiter has unlocked it to
    /// wait.
    template <class Act>
    std::thread with_the_mutex(Act act) {
        return std::thread([this, act] {
            const lock_type own(mutex);
            act();
        });
    }
    std::thread notifier() {
        return with_the_mutex([this] { condition.notify_one(); });
    }
    std::thread canceller(bool has_the_mutex) {
        if (has_the_mutex) {
            return with_the_mutex([this] { cancellation.cancel(); });
        }
        return std::thread([this, waiter = own_thread_id()] {
            falls_asleep(waiter);
            cancellation.cancel();
        });
    }

    const predicate never = [] { return false; };
    typename Kind::condition condition;
    typename Kind::mutex mutex;
    standalone_token cancellation;
};
using all_kinds = ::testing::Types<standard, somebodys>;
TYPED_TEST_SUITE(a_condition_wait, all_kinds);

TYPED_TEST(a_condition_wait, that_begins_cancelled_does_not_wait) {
    this->cancellation.cancel();
    typename TypeParam::lock lock(this->mutex);
    this->in_each_form([&](const char* form, auto&& wait_here) {
        EXPECT_EQ(wait_here(lock), wait_status::cancelled) << form;
        EXPECT_FALSE(wait_here(lock, this->never)) << form;
        int asked = 0;
        EXPECT_TRUE(wait_here(lock, predicate([&] { return ++asked == 2; }))) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
    });
    EXPECT_EQ(wait_for(this->condition, lock, 0s, this->cancellation), wait_status::cancelled);
}

TYPED_TEST(a_condition_wait, whose_predicate_holds_already_does_not_wait) {
    typename TypeParam::lock lock(this->mutex);
    this->in_each_form([&](const char* form, auto&& wait_here) {
        int asked = 0;
        EXPECT_TRUE(wait_here(lock, predicate([&] { return ++asked == 1; }))) << form;
        EXPECT_EQ(asked, 1) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
    });
}

TYPED_TEST(a_condition_wait, is_over_when_its_deadline_has_passed) {
    typename TypeParam::lock lock(this->mutex);
    auto& at = this->condition;
    const token& by = this->cancellation;
    const auto expect_over_at = [&](const auto& deadline) {
        EXPECT_EQ(wait_until(at, lock, deadline, by), wait_status::timeout);
        int asked = 0;
        EXPECT_TRUE(wait_until(at, lock, deadline, predicate([&] { return ++asked == 2; }), by));
        EXPECT_EQ(asked, 2) << "at the beginning, and at the end";
    };
    expect_over_at(steady_clock::now() - 1s);
    expect_over_at(system_clock::now() - 1s);
    expect_over_at(in_hours<steady_clock>::min());
    expect_over_at(in_hours<system_clock>::min());
    expect_over_at(in_hours<young_clock>::min());
    expect_over_at(young_clock::time_point::min());
    const auto expect_over_after = [&](const auto& time) {
        EXPECT_EQ(wait_for(at, lock, time, by), wait_status::timeout);
        EXPECT_FALSE(wait_for(at, lock, time, this->never, by));
    };
    expect_over_after(0s);
    expect_over_after(-1h);
    expect_over_after(1ms);
    EXPECT_TRUE(lock.owns_lock());
}

/// A deadline that is far ahead must not turn the wait into a loop that wakes at once.
TYPED_TEST(a_condition_wait, sleeps_until_it_is_cancelled_when_its_deadline_is_far_ahead) {
    const auto check = [&](const auto& deadline) {
        int asked = 0;
        typename TypeParam::lock lock(this->mutex);
        std::thread canceller = this->canceller(true);
        EXPECT_FALSE(wait_until(this->condition, lock, deadline,
                                predicate([&] { return ++asked > 3; }), this->cancellation));
        lock.unlock();
        canceller.join();
        EXPECT_LE(asked, 3);
        this->cancellation.reset();
    };
    check(in_hours<steady_clock>::max());
    check(in_hours<system_clock>::max());
    check(in_hours<young_clock>::max());
    check(young_clock::time_point::max() - 1h);
    check(sleep::deadline_after(std::chrono::hours::max()));
}

TYPED_TEST(a_condition_wait, is_ended_by_a_notification) {
    this->in_each_form([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        std::thread notifier = this->notifier();
        EXPECT_EQ(wait_here(lock), wait_status::notified) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        notifier.join();
    });
}

TYPED_TEST(a_condition_wait, with_a_predicate_is_ended_when_it_holds) {
    this->in_each_form([&](const char* form, auto&& wait_here) {
        bool ready = false;
        typename TypeParam::lock lock(this->mutex);
        std::thread notifier([&] {
            this->notifier().join(); // nothing has changed: the wait must go on
            const typename TypeParam::lock own(this->mutex);
            ready = true;
            this->condition.notify_one();
        });
        EXPECT_TRUE(wait_here(lock, predicate([&] { return ready; }))) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        notifier.join();
    });
}

TYPED_TEST(a_condition_wait, is_cancelled_while_it_waits) {
    for (const bool canceller_has_the_mutex : {false, true}) {
        this->in_each_form([&](const char* form, auto&& wait_here) {
            for (const bool has_a_predicate : {false, true}) {
                typename TypeParam::lock lock(this->mutex);
                std::thread canceller = this->canceller(canceller_has_the_mutex);
                if (has_a_predicate) {
                    EXPECT_FALSE(wait_here(lock, this->never)) << form;
                } else {
                    EXPECT_EQ(this->end_of(wait_here, lock), wait_status::cancelled) << form;
                }
                EXPECT_TRUE(lock.owns_lock()) << form;
                lock.unlock();
                canceller.join();
                this->cancellation.reset();
            }
        });
    }
}

/// `cancel()` must return while a third thread still has the mutex, which waits for that.
TYPED_TEST(a_condition_wait, does_not_hold_up_its_canceller_while_a_third_has_the_mutex) {
    typename TypeParam::lock lock(this->mutex);
    std::latch taken(1);
    std::latch cancelled(1);
    std::thread third = this->with_the_mutex([&] {
        taken.count_down();
        cancelled.wait();
    });
    std::thread canceller([&] {
        taken.wait();
        EXPECT_TRUE(this->cancellation.cancel());
        cancelled.count_down();
    });
    EXPECT_FALSE(wait(this->condition, lock, this->never, this->cancellation));
    lock.unlock();
    third.join();
    canceller.join();
}

/// The predicate cancels, under the mutex and on the waiting thread itself.
TYPED_TEST(a_condition_wait, may_be_cancelled_by_its_predicate) {
    typename TypeParam::lock lock(this->mutex);
    std::thread notifier = this->notifier();
    int asked = 0;
    const predicate cancels_when_woken = [&] {
        if (++asked == 2) {
            this->cancellation.cancel();
        }
        return false;
    };
    EXPECT_FALSE(wait(this->condition, lock, cancels_when_woken, this->cancellation));
    EXPECT_TRUE(lock.owns_lock());
    lock.unlock();
    notifier.join();
}

TYPED_TEST(a_condition_wait, is_left_cleanly_by_an_exception_of_the_predicate) {
    for (const bool cancels_before : {false, true}) {
        this->in_each_form([&](const char* form, auto&& wait_here) {
            typename TypeParam::lock lock(this->mutex);
            std::thread notifier = this->notifier();
            int asked = 0;
            const predicate fails_when_woken = [&]() -> bool {
                if (++asked == 1) {
                    return false;
                }
                if (cancels_before) {
                    this->cancellation.cancel();
                }
                throw std::runtime_error("it");
            };
            EXPECT_THROW(wait_here(lock, fails_when_woken), std::runtime_error) << form;
            EXPECT_TRUE(lock.owns_lock()) << form;
            lock.unlock();
            notifier.join();
            // Nothing is left registered: both would abort.
            this->cancellation.cancel();
            this->cancellation.reset();
        });
    }
}

/// All waiters of the condition are woken. Waiters with another token wait on.
TYPED_TEST(a_condition_wait, that_is_cancelled_leaves_others_at_its_condition_waiting) {
    const standalone_token of_another;
    bool ready = false;
    bool held = false;
    std::thread another([&] {
        typename TypeParam::lock lock(this->mutex);
        held = wait(this->condition, lock, predicate([&] { return ready; }), of_another);
    });
    typename TypeParam::lock lock(this->mutex);
    std::thread canceller = this->canceller(true);
    EXPECT_FALSE(wait(this->condition, lock, this->never, this->cancellation));
    ready = true;
    this->condition.notify_all();
    lock.unlock();
    another.join();
    canceller.join();
    EXPECT_TRUE(held);
}

} // namespace
} // namespace tollgate::cancel
