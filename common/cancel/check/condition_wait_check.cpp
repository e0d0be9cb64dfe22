// SPDX-License-Identifier: BSL-1.0
//
// The forms of waiting for a condition: what ends them, and what they say then.
#include "every_wait.hpp"
#include "seen_asleep.hpp"

#include <tollgate/cancel/on_cancel.hpp>
#include <tollgate/faults/watchdog.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;

template <class Kind>
class a_condition_wait : public every_wait<Kind> {};
TYPED_TEST_SUITE(a_condition_wait, all_conditions);

TYPED_TEST(a_condition_wait, that_begins_cancelled_does_not_wait) {
    this->cancellation.cancel();
    this->without_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        EXPECT_EQ(wait_here(lock), wait_status::cancelled) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
    });
    this->with_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        EXPECT_FALSE(wait_here(lock, [] { return false; })) << form;
        EXPECT_TRUE(wait_here(lock, [] { return true; })) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
    });
}

TYPED_TEST(a_condition_wait, is_over_when_its_deadline_is_long_past) {
    const auto check = [&](const auto& deadline) {
        typename TypeParam::lock lock(this->mutex);
        EXPECT_EQ(wait_until(this->condition, lock, deadline, this->cancellation),
                  wait_status::timeout);
        EXPECT_TRUE(lock.owns_lock());
    };
    check(in_hours<std::chrono::steady_clock>::min());
    check(in_hours<std::chrono::system_clock>::min());
    check(in_hours<young_clock>::min());
    check(young_clock::time_point::min());
}

/// One that is far ahead must not make it a loop that wakes at once.
TYPED_TEST(a_condition_wait, sleeps_until_it_is_cancelled_when_its_deadline_is_far_ahead) {
    const auto check = [&](const auto& deadline) {
        int asked = 0;
        std::thread canceller;
        {
            typename TypeParam::lock lock(this->mutex);
            canceller = std::thread([&] {
                const typename TypeParam::lock own(this->mutex); // the waiter sleeps
                this->cancellation.cancel();
            });
            EXPECT_FALSE(wait_until(
                this->condition, lock, deadline, [&] { return ++asked > 3; }, this->cancellation));
        }
        canceller.join();
        EXPECT_LE(asked, 3);
        this->cancellation.reset();
    };
    check(in_hours<std::chrono::steady_clock>::max());
    check(in_hours<std::chrono::system_clock>::max());
    check(in_hours<young_clock>::max());
    check(young_clock::time_point::max() - 1h);
}

TYPED_TEST(a_condition_wait, whose_predicate_holds_already_does_not_wait) {
    this->with_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        int asked = 0;
        EXPECT_TRUE(wait_here(lock, [&] { return ++asked == 1; })) << form;
        EXPECT_EQ(asked, 1) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
    });
}

/// The notifier gets the mutex only when the waiter has let go of it, that is waits.
TYPED_TEST(a_condition_wait, is_ended_by_a_notification) {
    this->without_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        std::thread notifier([&] {
            const typename TypeParam::lock own(this->mutex);
            this->condition.notify_one();
        });
        EXPECT_EQ(wait_here(lock), wait_status::notified) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        notifier.join();
    });
}

TYPED_TEST(a_condition_wait, with_a_predicate_is_ended_when_it_holds) {
    this->with_predicate([&](const char* form, auto&& wait_here) {
        bool ready = false;
        typename TypeParam::lock lock(this->mutex);
        std::thread notifier([&] {
            {
                const typename TypeParam::lock own(this->mutex);
                this->condition.notify_one(); // nothing has changed: it is to wait on
            }
            const typename TypeParam::lock own(this->mutex);
            ready = true;
            this->condition.notify_one();
        });
        EXPECT_TRUE(wait_here(lock, [&] { return ready; })) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        notifier.join();
    });
}

TYPED_TEST(a_condition_wait, without_a_predicate_is_cancelled_while_it_waits) {
    this->without_predicate([&](const char* form, auto&& wait_here) {
        std::thread canceller([&, waiter = own_thread_id()] {
            seen_asleep(waiter);
            this->cancellation.cancel();
        });
        {
            typename TypeParam::lock lock(this->mutex);
            EXPECT_EQ(this->end_of(wait_here, lock), wait_status::cancelled) << form;
            EXPECT_TRUE(lock.owns_lock()) << form;
        }
        canceller.join();
        this->cancellation.reset();
    });
}

TYPED_TEST(a_condition_wait, with_a_predicate_is_cancelled_while_it_waits) {
    this->with_predicate([&](const char* form, auto&& wait_here) {
        std::thread canceller([&, waiter = own_thread_id()] {
            seen_asleep(waiter);
            this->cancellation.cancel();
        });
        {
            typename TypeParam::lock lock(this->mutex);
            EXPECT_FALSE(wait_here(lock, [] { return false; })) << form;
            EXPECT_TRUE(lock.owns_lock()) << form;
        }
        canceller.join();
        this->cancellation.reset();
    });
}

/// The waiter that slept first is the one that is likely to get the notification, which comes when
/// it is cancelled and its own handler has not run yet.
TYPED_TEST(a_condition_wait, that_is_cancelled_when_it_was_notified_passes_it_on) {
    const faults::watchdog patience{"a waiter that was notified", 60s};
    this->without_predicate([&](const char* form, auto&& wait_here) {
        int things = 0;
        std::atomic<int> left{0};
        std::atomic<long> other_id{0};
        const standalone_token of_other;
        std::thread other;
        std::thread canceller;
        {
            const on_cancel before(this->cancellation, [&] {
                {
                    const typename TypeParam::lock lock(this->mutex);
                    ++things;
                    this->condition.notify_one();
                }
                while (left == 0) {
                    std::this_thread::yield();
                }
            });
            typename TypeParam::lock lock(this->mutex);
            other = std::thread([&] {
                typename TypeParam::lock own(this->mutex);
                other_id = own_thread_id();
                while (things == 0) {
                    wait(this->condition, own, of_other);
                }
                --things;
                ++left;
            });
            canceller = std::thread([&] {
                while (other_id == 0) {
                    std::this_thread::yield();
                }
                seen_asleep(other_id);
                this->cancellation.cancel();
            });
            while (things == 0 && wait_here(lock) != wait_status::cancelled) {
            }
            lock.unlock();
            ++left;
        }
        other.join();
        canceller.join();
        EXPECT_EQ(things, 0) << form;
        this->cancellation.reset();
    });
}

TYPED_TEST(a_condition_wait, is_over_when_its_deadline_has_passed) {
    typename TypeParam::lock lock(this->mutex);
    const auto never = [] { return false; };
    const auto steady_past = std::chrono::steady_clock::now() - 1s;
    const auto system_past = std::chrono::system_clock::now() - 1s;
    auto& at = this->condition;
    const token& by = this->cancellation;
    EXPECT_EQ(wait_until(at, lock, steady_past, by), wait_status::timeout);
    EXPECT_EQ(wait_until(at, lock, system_past, by), wait_status::timeout);
    EXPECT_EQ(wait_for(at, lock, 0s, by), wait_status::timeout);
    EXPECT_EQ(wait_for(at, lock, -1h, by), wait_status::timeout);
    EXPECT_EQ(wait_for(at, lock, 1ms, by), wait_status::timeout);
    EXPECT_FALSE(wait_until(at, lock, steady_past, never, by));
    EXPECT_FALSE(wait_until(at, lock, system_past, never, by));
    EXPECT_FALSE(wait_for(at, lock, 0s, never, by));
    EXPECT_FALSE(wait_for(at, lock, -1h, never, by));
    EXPECT_FALSE(wait_for(at, lock, 1ms, never, by));
    EXPECT_TRUE(lock.owns_lock());
}

TYPED_TEST(a_condition_wait, asks_once_more_when_its_deadline_has_passed) {
    typename TypeParam::lock lock(this->mutex);
    int asked = 0;
    EXPECT_TRUE(wait_until(
        this->condition, lock, std::chrono::steady_clock::now() - 1s, [&] { return ++asked == 2; },
        this->cancellation));
    EXPECT_EQ(asked, 2);
}

TYPED_TEST(a_condition_wait, asks_once_more_when_it_is_cancelled) {
    this->cancellation.cancel();
    this->with_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        int asked = 0;
        EXPECT_TRUE(wait_here(lock, [&] { return ++asked == 2; })) << form;
        EXPECT_EQ(asked, 2) << form;
    });
}

TYPED_TEST(a_condition_wait, says_cancelled_rather_than_timeout) {
    this->cancellation.cancel();
    typename TypeParam::lock lock(this->mutex);
    const auto past = std::chrono::steady_clock::now() - 1s;
    EXPECT_EQ(wait_until(this->condition, lock, past, this->cancellation), wait_status::cancelled);
    EXPECT_EQ(wait_for(this->condition, lock, 0s, this->cancellation), wait_status::cancelled);
}

TYPED_TEST(a_condition_wait, is_left_cleanly_by_an_exception_of_the_predicate) {
    this->with_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        const auto fail = []() -> bool { throw std::runtime_error("it"); };
        EXPECT_THROW(wait_here(lock, fail), std::runtime_error) << form;
        std::thread notifier([&] {
            const typename TypeParam::lock own(this->mutex);
            this->condition.notify_one();
        });
        int asked = 0;
        const auto fail_when_woken = [&] { return ++asked > 1 ? fail() : false; };
        EXPECT_THROW(wait_here(lock, fail_when_woken), std::runtime_error) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        notifier.join();
        // Nothing is left registered: both would say so.
        this->cancellation.cancel();
        this->cancellation.reset();
    });
}

} // namespace
} // namespace tollgate::cancel
