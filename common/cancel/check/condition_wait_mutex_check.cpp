// SPDX-License-Identifier: BSL-1.0
//
// Cancellations that find the mutex of the wait taken: by the canceller itself, or by a third.
#include "every_wait.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <thread>

namespace tollgate::cancel {
namespace {

template <class Kind>
class a_wait_whose_mutex_is_taken : public every_wait<Kind> {};
TYPED_TEST_SUITE(a_wait_whose_mutex_is_taken, all_conditions);

/// Who has the mutex after the waiter had it knows that the waiter waits.
TYPED_TEST(a_wait_whose_mutex_is_taken, by_the_canceller_is_cancelled) {
    this->without_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        std::thread canceller([&] {
            const typename TypeParam::lock own(this->mutex);
            EXPECT_TRUE(this->cancellation.cancel());
        });
        EXPECT_EQ(this->end_of(wait_here, lock), wait_status::cancelled) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        canceller.join();
        this->cancellation.reset();
    });
}

TYPED_TEST(a_wait_whose_mutex_is_taken, by_the_canceller_is_cancelled_with_a_predicate_too) {
    this->with_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        std::thread canceller([&] {
            const typename TypeParam::lock own(this->mutex);
            EXPECT_TRUE(this->cancellation.cancel());
        });
        EXPECT_FALSE(wait_here(lock, [] { return false; })) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        canceller.join();
        this->cancellation.reset();
    });
}

/// cancel() must return while the third still has the mutex: the third waits for that.
TYPED_TEST(a_wait_whose_mutex_is_taken, by_a_third_does_not_hold_up_the_canceller) {
    this->without_predicate([&](const char* form, auto&& wait_here) {
        typename TypeParam::lock lock(this->mutex);
        std::latch taken(1);
        std::latch cancelled(1);
        std::thread third([&] {
            const typename TypeParam::lock own(this->mutex);
            taken.count_down();
            cancelled.wait();
        });
        std::thread canceller([&] {
            taken.wait();
            EXPECT_TRUE(this->cancellation.cancel());
            cancelled.count_down();
        });
        EXPECT_EQ(this->end_of(wait_here, lock), wait_status::cancelled) << form;
        EXPECT_TRUE(lock.owns_lock()) << form;
        lock.unlock();
        third.join();
        canceller.join();
        this->cancellation.reset();
    });
}

/// The handler runs from the moment the waiter has the mutex again, and wants it.
TYPED_TEST(a_wait_whose_mutex_is_taken, by_the_waiter_ends_when_it_was_notified) {
    for (int round = 0; round < 100; ++round) {
        bool ready = false;
        typename TypeParam::lock lock(this->mutex);
        std::latch notified(1);
        std::thread notifier([&] {
            {
                const typename TypeParam::lock own(this->mutex);
                ready = true;
                this->condition.notify_all();
            }
            notified.count_down();
        });
        std::thread canceller([&] {
            notified.wait();
            this->cancellation.cancel();
        });
        EXPECT_TRUE(wait(
            this->condition, lock, [&] { return ready; }, this->cancellation));
        EXPECT_TRUE(lock.owns_lock());
        lock.unlock();
        notifier.join();
        canceller.join();
        this->cancellation.reset();
    }
}

/// The predicate cancels, under the mutex and on the waiting thread itself.
TYPED_TEST(a_wait_whose_mutex_is_taken, by_the_predicate_that_cancels_is_cancelled) {
    typename TypeParam::lock lock(this->mutex);
    std::thread notifier([&] {
        const typename TypeParam::lock own(this->mutex);
        this->condition.notify_all();
    });
    int asked = 0;
    const auto cancel_when_woken = [&] {
        if (++asked == 2) {
            this->cancellation.cancel();
        }
        return false;
    };
    EXPECT_FALSE(wait(this->condition, lock, cancel_when_woken, this->cancellation));
    EXPECT_TRUE(lock.owns_lock());
    lock.unlock();
    notifier.join();
}

/// And an exception after that leaves nothing behind that would notify.
TYPED_TEST(a_wait_whose_mutex_is_taken, by_a_predicate_that_cancels_and_throws_is_left) {
    typename TypeParam::lock lock(this->mutex);
    std::thread notifier([&] {
        const typename TypeParam::lock own(this->mutex);
        this->condition.notify_all();
    });
    int asked = 0;
    const auto fail_when_woken = [&] {
        if (++asked == 2) {
            this->cancellation.cancel();
            throw std::runtime_error("it");
        }
        return false;
    };
    EXPECT_THROW(wait(this->condition, lock, fail_when_woken, this->cancellation),
                 std::runtime_error);
    EXPECT_TRUE(lock.owns_lock());
    lock.unlock();
    notifier.join();
}

/// All that wait for the same condition are woken; those with another token wait on.
TYPED_TEST(a_wait_whose_mutex_is_taken, leaves_others_at_the_same_condition_waiting) {
    standalone_token of_another;
    bool ready = false;
    bool held = false;
    std::thread another([&] {
        typename TypeParam::lock lock(this->mutex);
        held = wait(
            this->condition, lock, [&] { return ready; }, of_another);
    });
    typename TypeParam::lock lock(this->mutex);
    std::thread canceller([&] {
        const typename TypeParam::lock own(this->mutex);
        this->cancellation.cancel();
    });
    EXPECT_EQ(wait(this->condition, lock, this->cancellation), wait_status::cancelled);
    ready = true;
    this->condition.notify_all();
    lock.unlock();
    another.join();
    canceller.join();
    EXPECT_TRUE(held);
    EXPECT_FALSE(of_another.is_cancelled());
}

} // namespace
} // namespace tollgate::cancel
