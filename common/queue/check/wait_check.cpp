// SPDX-License-Identifier: BSL-1.0
//
// One wait, step by step: what it owes to those in line behind it. What it waits for is given by
// hand, so that others can come after any of its looks.
#include <tollgate/faults/scripted_kernel.hpp>

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
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

using faults::scripted_kernel;
using faults::scripted_time;
using faults::scripted_word;
using faults::wait_step;
using faults::wall_clock;

using namespace std::chrono_literals;

using scripted_parker = sleep::basic_parker<sleep::park, scripted_word, scripted_time>;
using scripted_side = detail::side<scripted_parker, scripted_time>;

class one_wait : public testing::Test {
protected:
    /// Each look does the next of these, and then takes a thing if one lies there.
    struct scripted_errand {
        one_wait* of;

        [[nodiscard]] bool may() const noexcept { return false; }
        void settle_order() const noexcept { ++of->settled_; }
        void notify() const noexcept {
            ++of->notified_next_;
            of->side_.line.notify([this] { return of->things_; });
        }
        [[nodiscard]] status look() const noexcept {
            const bool there = of->things_ > 0;
            of->things_ -= there ? 1 : 0;
            if (!of->after_looks_.empty()) {
                const auto happens = std::exchange(of->after_looks_.front(), nullptr);
                of->after_looks_.pop_front();
                if (happens) {
                    happens();
                }
            }
            return there ? status::done : of->closed_ ? status::closed : status::empty;
        }
    };

    void SetUp() override {
        side_.spin.learn_alone(); // no looks but those of the wait itself
        kernel_.rescue = [this] { closed_ = true, side_.line.notify_all(); };
    }

    void bring() {
        ++things_;
        side_.line.notify([this] { return things_; });
    }
    /// Somebody who came by, and did not wait.
    void steal() { --things_; }

    template <class Limit>
    status wait_within(Limit limit, const cancel::token& by, detail::precedence first) {
        return detail::wait<scripted_parker, scripted_time, scripted_errand>(
                   side_, scripted_errand{this}, by, first)
            .until(limit);
    }
    template <class By = cancel::dummy_token>
    status wait(const By& by = By()) {
        return wait_within(detail::no_limit(), detail::token_of(by), detail::precedence_of(by));
    }

    /// The other one comes while the wait under check sleeps.
    [[nodiscard]] wait_step another_comes_and(std::function<void()> happens) {
        return {.asleep = [this, happens = std::move(happens)] {
            side_.line.enter(next_);
            happens();
        }};
    }
    /// The thing is left to the other one, which was notified of it.
    void expect_passed_on() {
        EXPECT_EQ(things_, 1U);
        EXPECT_EQ(notified_next_, 1);
        EXPECT_TRUE(next_is_notified());
    }
    bool next_is_notified() {
        if (!side_.line.leave(next_)) {
            return false;
        }
        side_.line.acted(next_);
        return true;
    }

    scripted_kernel kernel_;
    scripted_side side_;
    detail::wait_line<scripted_parker, scripted_time>::waiter next_;
    /// The first is the look before it enters the line.
    std::deque<std::function<void()>> after_looks_;
    std::size_t things_ = 0;
    bool closed_ = false;
    int notified_next_ = 0;
    int settled_ = 0;
};

TEST_F(one_wait, takes_what_it_was_notified_of_and_notifies_nobody) {
    kernel_.script.push_back(another_comes_and([&] { bring(); }));
    EXPECT_EQ(wait(), status::done);
    EXPECT_EQ(notified_next_, 1);
    EXPECT_FALSE(next_is_notified());
    EXPECT_EQ(settled_, 1);
    EXPECT_EQ(kernel_.wake_ones, 1U);
}

// Two things, and the second finds a notice under way for each.
TEST_F(one_wait, passes_on_what_came_after_its_look) {
    kernel_.script.push_back(another_comes_and([&] { bring(); }));
    after_looks_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(wait(), status::done);
    expect_passed_on();
}

// It is cancelled and notified at once, and what it was notified of is taken by somebody else.
// What comes after its last look has counted on it.
TEST_F(one_wait, cancelled_passes_on_what_came_after_its_last_look) {
    cancel::standalone_token by;
    kernel_.script.push_back(another_comes_and([&] {
        bring();
        steal();
        by.cancel();
    }));
    after_looks_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(wait(while_waiting(by)), status::cancelled);
    expect_passed_on();
}

TEST_F(one_wait, cancelled_after_its_notice_leaves_the_thing_to_the_next) {
    cancel::standalone_token by;
    kernel_.script.push_back(another_comes_and([&] {
        bring();
        by.cancel();
    }));
    EXPECT_EQ(wait(by), status::cancelled);
    expect_passed_on();
}

// In line, and not asleep yet.
TEST_F(one_wait, cancelled_when_it_has_entered_the_line_leaves_its_notice_to_the_next) {
    cancel::standalone_token by;
    after_looks_ = {nullptr, [&] {
                        side_.line.enter(next_);
                        by.cancel();
                        bring();
                    }};
    EXPECT_EQ(wait(by), status::cancelled);
    EXPECT_EQ(kernel_.waits, 0U);
    expect_passed_on();
}

// It was woken in vain, and went back to the front of the line; once it has left that for good,
// what comes is for the next.
TEST_F(one_wait, too_late_leaves_what_comes_to_the_next) {
    kernel_.script.push_back(another_comes_and([&] {
        bring();
        steal();
        scripted_time::pass(1h);
    }));
    after_looks_ = {nullptr, nullptr, nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(wait_within([&] { return scripted_time::present() + 1ms; }, cancel::dummy_token(),
                          detail::precedence::cancellation),
              status::timeout);
    expect_passed_on();
}

TEST_F(one_wait, notified_while_it_took_another_thing_notifies_the_next) {
    // It has entered, and looks: the thing lies there without a notice, and then one comes with
    // its notice, to the first in line.
    after_looks_ = {[&] { things_ = 1; },
                    [&] {
                        side_.line.enter(next_);
                        bring();
                    }};
    EXPECT_EQ(wait(), status::done);
    EXPECT_EQ(kernel_.waits, 0U);
    expect_passed_on();
}

TEST_F(one_wait, woken_in_vain_goes_before_who_came_later) {
    kernel_.script.push_back(another_comes_and([&] {
        bring();
        steal();
    }));
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(wait(), status::done);
    EXPECT_EQ(kernel_.waits, 2U);
    EXPECT_EQ(kernel_.wake_ones, 2U);
    EXPECT_FALSE(next_is_notified());
    EXPECT_EQ(settled_, 2) << "each time it enters";
}

// What came between its look and its return to the line is found by the look after that.
TEST_F(one_wait, looks_again_when_it_is_back_in_line) {
    kernel_.script.push_back({.asleep = [&] {
        bring();
        steal();
    }});
    after_looks_ = {nullptr, nullptr, [&] { bring(); }};
    EXPECT_EQ(wait(), status::done);
    EXPECT_EQ(kernel_.waits, 1U);
    EXPECT_EQ(kernel_.wake_ones, 1U) << "the second thing found a notice under way";
    EXPECT_EQ(things_, 0U);
}

/// In each wait of the kernel, which lasts a second at the most, the wall clock goes that far.
class one_wait_by_the_wall_clock : public one_wait {
protected:
    status wait_until(std::chrono::milliseconds deadline) {
        wall_clock::since_epoch = 0ms;
        const auto began = scripted_time::present();
        const status seen = wait_within(
            sleep::deadline_by<wall_clock, scripted_time>(wall_clock::time_point(deadline)),
            cancel::dummy_token(), detail::precedence::cancellation);
        took_ = scripted_time::present() - began;
        return seen;
    }
    void wall_clock_goes(std::chrono::milliseconds by) {
        kernel_.script.push_back({.asleep = [by] { wall_clock::since_epoch += by; }});
    }

    std::chrono::nanoseconds took_{0};
};

TEST_F(one_wait_by_the_wall_clock, ends_with_that) {
    for (const auto by : {1000ms, 1000ms, 500ms}) {
        wall_clock_goes(by);
    }
    EXPECT_EQ(wait_until(2500ms), status::timeout);
    EXPECT_EQ(took_, 2500ms);
}

TEST_F(one_wait_by_the_wall_clock, that_is_set_forward_notices_it_within_a_second) {
    wall_clock_goes(24h);
    EXPECT_EQ(wait_until(1h), status::timeout);
    EXPECT_EQ(took_, 1s);
}

TEST_F(one_wait_by_the_wall_clock, that_is_set_back_lasts_as_much_longer) {
    for (const auto by : {1000ms, -1000ms, 1000ms, 1000ms}) {
        wall_clock_goes(by);
    }
    EXPECT_EQ(wait_until(2s), status::timeout);
    EXPECT_EQ(took_, 4s);
}

TEST_F(one_wait_by_the_wall_clock, keeps_its_place_in_line) {
    wall_clock_goes(1000ms);
    kernel_.script.push_back(another_comes_and([] {}));
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(wait_until(1h), status::done);
    EXPECT_FALSE(next_is_notified());
}

TEST_F(one_wait, does_not_enter_the_line_of_a_closed_queue) {
    closed_ = true;
    EXPECT_EQ(wait(), status::closed);
    EXPECT_EQ(settled_, 0);
}

// Woken in vain, back in line, and then it takes a thing without another notice: whoever brought
// the next one may have seen the first.
TEST_F(one_wait, passes_on_what_it_takes_after_it_was_woken_in_vain) {
    kernel_.script.push_back(another_comes_and([&] {
        bring();
        steal();
    }));
    after_looks_ = {nullptr, nullptr, [&] { things_ = 2; }};
    EXPECT_EQ(wait(), status::done);
    expect_passed_on();
}

TEST_F(one_wait, leaves_nothing_to_be_cancelled) {
    cancel::standalone_token by;
    kernel_.script.push_back({.asleep = [&] { bring(); }});
    EXPECT_EQ(wait(by), status::done);
    EXPECT_TRUE(by.cancel());
    EXPECT_EQ(kernel_.wake_ones, 1U);
}

} // namespace
} // namespace tollgate::queue
