// SPDX-License-Identifier: BSL-1.0
//
// One wait, step by step: what it owes to the waiters behind it. The checks bring the items that it
// waits for, so that other threads can act after any of its attempts.
#include <tollgate/testing/scripted_kernel.hpp>

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/queue/detail/deadline_source.hpp>
#include <tollgate/queue/detail/precedence.hpp>
#include <tollgate/queue/detail/wait.hpp>
#include <tollgate/queue/while_waiting.hpp>
#include <tollgate/sleep/deadline_by.hpp>
#include <tollgate/sleep/park.hpp>
#include <tollgate/sleep/parker.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <utility>

namespace tollgate::queue {
namespace {

using testing::scripted_kernel;
using testing::scripted_time;
using testing::scripted_word;
using testing::wait_step;
using testing::wall_clock;

using namespace std::chrono_literals;

using scripted_parker = sleep::basic_parker<sleep::park, scripted_word, scripted_time>;
using scripted_side = detail::side<scripted_parker, scripted_time>;

class single_wait : public ::testing::Test {
protected:
    /// Each attempt takes an item if there is one, and then runs the next of `after_attempts_`.
    struct scripted_operation {
        single_wait* check;

        [[nodiscard]] bool may_succeed() const noexcept { return false; }
        void settle_order() const noexcept { ++check->settled_; }
        void notify_next() const noexcept {
            ++check->notified_next_;
            check->side_.waiters.notify([this] { return check->items_; });
        }
        [[nodiscard]] status attempt() const noexcept {
            const bool succeeds = check->items_ > 0;
            check->items_ -= succeeds ? 1 : 0;
            if (!check->after_attempts_.empty()) {
                const auto action = std::exchange(check->after_attempts_.front(), nullptr);
                check->after_attempts_.pop_front();
                if (action) {
                    action();
                }
            }
            return succeeds ? status::done : check->closed_ ? status::closed : status::empty;
        }
    };

    void SetUp() override {
        side_.spin.learn_alone(); // no spins
        kernel_.rescue = [this] { closed_ = true, side_.waiters.notify_all(); };
    }

    void bring() {
        ++items_;
        side_.waiters.notify([this] { return items_; });
    }
    /// Another thread takes an item without waiting.
    void steal() { --items_; }

    template <class DeadlineSource>
    status wait_until(DeadlineSource deadline, const cancel::token& by, detail::precedence first) {
        return detail::wait<scripted_parker, scripted_time, scripted_operation>(
                   side_, scripted_operation{this}, by, first)
            .until(deadline);
    }
    template <class By = cancel::dummy_token>
    status run(const By& by = By()) {
        return wait_until(detail::no_deadline(), detail::token_of(by), detail::precedence_of(by));
    }

    /// The next waiter enters while the wait under check sleeps; then `action` runs.
    [[nodiscard]] wait_step next_enters_and(std::function<void()> action) {
        return {.asleep = [this, action = std::move(action)] {
            side_.waiters.enter(next_);
            action();
        }};
    }
    /// The item is left to the next waiter, which was notified of it.
    void expect_passed_on() {
        EXPECT_EQ(items_, 1U);
        EXPECT_EQ(notified_next_, 1);
        EXPECT_TRUE(next_is_notified());
    }
    bool next_is_notified() {
        if (!side_.waiters.leave(next_)) {
            return false;
        }
        side_.waiters.acknowledge(next_);
        return true;
    }

    scripted_kernel kernel_;
    scripted_side side_;
    detail::wait_queue<scripted_parker, scripted_time>::waiter next_;
    /// The first attempt is made before the wait enters the wait queue.
    std::deque<std::function<void()>> after_attempts_;
    std::size_t items_ = 0;
    bool closed_ = false;
    int notified_next_ = 0;
    int settled_ = 0;
};

TEST_F(single_wait, takes_its_item_and_wakes_no_other_waiter) {
    kernel_.script.push_back(next_enters_and([&] { bring(); }));
    EXPECT_EQ(run(), status::done);
    EXPECT_EQ(notified_next_, 1);
    EXPECT_FALSE(next_is_notified());
    EXPECT_EQ(settled_, 1);
    EXPECT_EQ(kernel_.wake_ones, 1U);
}

// There are two items; the second finds a notification under way for each.
TEST_F(single_wait, passes_on_an_item_that_came_after_its_attempt) {
    kernel_.script.push_back(next_enters_and([&] { bring(); }));
    after_attempts_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(run(), status::done);
    expect_passed_on();
}

// It is cancelled and notified at once, and another thread takes its item. An item that comes after
// its last attempt has counted on it.
TEST_F(single_wait, cancelled_passes_on_an_item_that_came_after_its_last_attempt) {
    cancel::standalone_token by;
    kernel_.script.push_back(next_enters_and([&] {
        bring();
        steal();
        by.cancel();
    }));
    after_attempts_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(run(while_waiting(by)), status::cancelled);
    expect_passed_on();
}

TEST_F(single_wait, cancelled_after_its_notification_leaves_the_item_to_the_next) {
    cancel::standalone_token by;
    kernel_.script.push_back(next_enters_and([&] {
        bring();
        by.cancel();
    }));
    EXPECT_EQ(run(by), status::cancelled);
    expect_passed_on();
}

// It has entered the wait queue, and does not sleep yet.
TEST_F(single_wait, cancelled_before_it_sleeps_leaves_its_notification_to_the_next) {
    cancel::standalone_token by;
    after_attempts_ = {nullptr, [&] {
                           side_.waiters.enter(next_);
                           by.cancel();
                           bring();
                       }};
    EXPECT_EQ(run(by), status::cancelled);
    EXPECT_EQ(kernel_.waits, 0U);
    expect_passed_on();
}

// It was woken in vain, and went back to the front of the wait queue. An item that comes after it
// has left for good is for the next waiter.
TEST_F(single_wait, timed_out_leaves_a_later_item_to_the_next) {
    kernel_.script.push_back(next_enters_and([&] {
        bring();
        steal();
        scripted_time::pass(1h);
    }));
    after_attempts_ = {nullptr, nullptr, nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(wait_until([&] { return scripted_time::present() + 1ms; }, cancel::dummy_token(),
                         detail::precedence::cancellation),
              status::timeout);
    expect_passed_on();
}

// A spin of 1.4 times the cost of a sleep is of no use for waits that last until their deadline.
TEST_F(single_wait, timed_out_again_and_again_spins_for_a_short_time) {
    side_.spin.learn_company();
    for (int i = 0; i < 100; ++i) {
        side_.spin.learn<scripted_time>(8500ns, 5us);
    }
    const int before = side_.spin.spins();
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(wait_until([&] { return scripted_time::present() + 1ms; }, cancel::dummy_token(),
                             detail::precedence::cancellation),
                  status::timeout);
    }
    EXPECT_LT(side_.spin.spins(), before / 4);
}

TEST_F(single_wait, notified_while_it_duration_another_item_notifies_the_next) {
    // It has entered, and attempts: there is an item without a notification. Then an item comes
    // with a notification for the first waiter.
    after_attempts_ = {[&] { items_ = 1; },
                       [&] {
                           side_.waiters.enter(next_);
                           bring();
                       }};
    EXPECT_EQ(run(), status::done);
    EXPECT_EQ(kernel_.waits, 0U);
    expect_passed_on();
}

TEST_F(single_wait, woken_in_vain_is_served_before_later_waiters) {
    kernel_.script.push_back(next_enters_and([&] {
        bring();
        steal();
    }));
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(run(), status::done);
    EXPECT_EQ(kernel_.waits, 2U);
    EXPECT_EQ(kernel_.wake_ones, 2U);
    EXPECT_FALSE(next_is_notified());
    EXPECT_EQ(settled_, 2) << "each time it enters";
}

// An item that came between its attempt and its return to the wait queue: the attempt after that
// takes it.
TEST_F(single_wait, attempts_again_after_it_has_entered_again) {
    kernel_.script.push_back({.asleep = [&] {
        bring();
        steal();
    }});
    after_attempts_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(run(), status::done);
    EXPECT_EQ(kernel_.waits, 1U);
    EXPECT_EQ(kernel_.wake_ones, 1U) << "the second item found a notification under way";
    EXPECT_EQ(items_, 0U);
}

/// Each sleep lasts a second at most. wall_clock_goes() tells how far the wall clock goes in one.
class wait_by_the_wall_clock : public single_wait {
protected:
    status run_until(std::chrono::milliseconds deadline) {
        wall_clock::since_epoch = 0ms;
        const auto start = scripted_time::present();
        const status result = wait_until(
            sleep::deadline_by<wall_clock, scripted_time>(wall_clock::time_point(deadline)),
            cancel::dummy_token(), detail::precedence::cancellation);
        duration_ = scripted_time::present() - start;
        return result;
    }
    void wall_clock_goes(std::chrono::milliseconds by) {
        kernel_.script.push_back({.asleep = [by] { wall_clock::since_epoch += by; }});
    }

    std::chrono::nanoseconds duration_{0};
};

TEST_F(wait_by_the_wall_clock, ends_at_its_deadline) {
    for (const auto by : {1000ms, 1000ms, 500ms}) {
        wall_clock_goes(by);
    }
    EXPECT_EQ(run_until(2500ms), status::timeout);
    EXPECT_EQ(duration_, 2500ms);
}

TEST_F(wait_by_the_wall_clock, notices_within_a_second_that_it_was_set_forward) {
    wall_clock_goes(24h);
    EXPECT_EQ(run_until(1h), status::timeout);
    EXPECT_EQ(duration_, 1s);
}

TEST_F(wait_by_the_wall_clock, lasts_longer_if_that_is_set_back) {
    for (const auto by : {1000ms, -1000ms, 1000ms, 1000ms}) {
        wall_clock_goes(by);
    }
    EXPECT_EQ(run_until(2s), status::timeout);
    EXPECT_EQ(duration_, 4s);
}

TEST_F(wait_by_the_wall_clock, keeps_its_place_in_the_wait_queue) {
    wall_clock_goes(1000ms);
    kernel_.script.push_back(next_enters_and([] {}));
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(run_until(1h), status::done);
    EXPECT_FALSE(next_is_notified());
}

TEST_F(single_wait, does_not_enter_the_wait_queue_of_a_closed_queue) {
    closed_ = true;
    EXPECT_EQ(run(), status::closed);
    EXPECT_EQ(settled_, 0);
}

// It is woken in vain, enters again, and takes an item without another notification. The thread
// that brought the next item may have seen the first notification.
TEST_F(single_wait, passes_on_an_item_after_it_was_woken_in_vain) {
    kernel_.script.push_back(next_enters_and([&] {
        bring();
        steal();
    }));
    after_attempts_ = {nullptr, nullptr, [&] { items_ = 2; }};
    EXPECT_EQ(run(), status::done);
    expect_passed_on();
}

TEST_F(single_wait, leaves_no_handler_with_the_token) {
    cancel::standalone_token by;
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(run(by), status::done);
    EXPECT_TRUE(by.cancel());
    EXPECT_EQ(kernel_.wake_ones, 1U);
}

} // namespace
} // namespace tollgate::queue
