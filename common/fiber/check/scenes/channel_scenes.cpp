// SPDX-License-Identifier: BSL-1.0
//
// What ends a wait, in every order that two or three of them may come in; each by hand.
#include "../scene.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/queue/while_waiting.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::status;
using numbers = channel<int, scripted_clock>;
using scripted_alarm = basic_alarm<scripted_clock>;

scripted_clock::time_point in(std::chrono::nanoseconds time) {
    return scripted_clock::present() + time;
}

/// How a pop ended, and what it got.
struct ending {
    status how = status::empty;
    int element = 0;

    friend bool operator==(const ending&, const ending&) = default;
};

ending ending_of(numbers::popped&& got) {
    return {got.status(), got ? *got : 0};
}

/// Not a fiber's: of a thread that is over when it returns.
void cancel_elsewhere(cancel::standalone_token& token) {
    std::thread([&token] { token.cancel(); }).join();
}

/// Like a handle of COM, which gives out the place of what it holds.
struct handle {
    int held = 0;

    int* operator&() { return &held + 1; } // NOLINT(google-runtime-operator)
};

TEST(hand_over, takes_an_element_that_has_an_address_of_its_own) {
    play([] {
        channel<handle, scripted_clock> items(0);
        cast all;
        all.add([&] { EXPECT_EQ(items.push(handle{7}), status::done); });
        all.add([&] { EXPECT_EQ(items.push(handle{8}), status::done); });
        let_others_run();
        EXPECT_EQ(items.pop()->held, 7);
        EXPECT_EQ(items.try_pop()->held, 8);
    });
}

TEST(hand_over, counts_however_late_the_one_who_was_given_something_runs) {
    play([] {
        numbers items(4);
        ending first;
        ending second;
        cast all;
        all.add([&] { first = ending_of(items.pop_for(10ms)); });
        all.add([&] { second = ending_of(items.pop_for(1h)); });
        let_others_run();
        EXPECT_EQ(items.push(7), status::done);
        EXPECT_EQ(first.how, status::empty) << "it has run already";
        scripted_clock::pass(20ms);
        let_others_run();
        EXPECT_EQ(first, (ending{status::done, 7}));
        EXPECT_EQ(second.how, status::empty);
        EXPECT_EQ(items.size(), 0U);
        EXPECT_EQ(items.push(8), status::done);
        all.join();
        EXPECT_EQ(second, (ending{status::done, 8}));
    });
}

TEST(hand_over, passes_by_who_has_timed_out_and_has_not_run_since) {
    play([] {
        numbers items(0);
        ending first;
        ending second;
        status pushed = status::empty;
        cast all;
        all.add([&] { first = ending_of(items.pop_for(10ms)); });
        all.add([&] { second = ending_of(items.pop_for(1h)); });
        // Always ready, hence before whom the next look makes ready.
        all.add([&] {
            while (second.how == status::empty && first.how == status::empty) {
                const bool due = scripted_round_robin::of_this_thread()->timers().is_empty();
                if (pushed == status::empty && due) {
                    pushed = items.try_push(7);
                }
                give_way();
            }
        });
        let_others_run();
        // The second one's, too, leaves the timers; nobody has run since.
        scripted_clock::pass(2h);
        let_others_run();
        all.join();
        EXPECT_EQ(first.how, status::timeout);
        EXPECT_EQ(second.how, status::timeout);
        EXPECT_EQ(pushed, status::full) << "given to somebody who had given up";
    });
}

TEST(hand_over, goes_from_waiting_pushes_through_the_buffer_in_order) {
    play([] {
        numbers items(1);
        std::vector<status> pushed(3, status::empty);
        cast all;
        for (int i = 0; i < 3; ++i) {
            all.add([&, i] { pushed[static_cast<std::size_t>(i)] = items.push(i); });
        }
        let_others_run();
        EXPECT_EQ(pushed, (std::vector{status::done, status::empty, status::empty}));
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(ending_of(items.try_pop()), (ending{status::done, i}));
        }
        EXPECT_EQ(ending_of(items.try_pop()).how, status::empty);
        items.close();
        all.join();
        EXPECT_EQ(pushed, (std::vector{status::done, status::done, status::done}));
    });
}

TEST(closing, ends_the_waits_of_both_sides) {
    play([] {
        numbers full(0);
        numbers empty(0);
        status pushed = status::empty;
        ending popped;
        cast all;
        all.add([&] { pushed = full.push_for(10ms, 1); });
        all.add([&] { popped = ending_of(empty.pop_for(10ms)); });
        let_others_run();
        full.close();
        empty.close();
        let_pass(20ms);
        EXPECT_EQ(pushed, status::closed);
        EXPECT_EQ(popped.how, status::closed);
    });
}

TEST(cancellation, from_another_thread_comes_too_late_after_a_hand_over) {
    play([] {
        numbers items(1);
        cancel::standalone_token token;
        ending got;
        cast all;
        all.add([&] { got = ending_of(items.pop(token)); });
        let_others_run();
        EXPECT_EQ(items.push(7), status::done);
        cancel_elsewhere(token);
        let_others_run();
        EXPECT_EQ(got, (ending{status::done, 7}));
    });
}

TEST(cancellation, from_another_thread_ends_a_wait_by_a_call) {
    play([] {
        numbers items(1);
        cancel::standalone_token token;
        ending got;
        cast all;
        all.add([&] { got = ending_of(items.pop_for(1h, token)); });
        let_others_run();
        cancel_elsewhere(token);
        EXPECT_EQ(got.how, status::empty);
        give_way(2);
        EXPECT_EQ(got.how, status::cancelled);
        // It has left the line, too.
        EXPECT_EQ(items.push(7), status::done);
        EXPECT_EQ(items.size(), 1U);
        items.close();
    });
}

TEST(cancellation, before_the_wait_refuses_it) {
    play([] {
        numbers items(0);
        cancel::standalone_token token;
        token.cancel();
        const queue::while_waiting waits(token);
        EXPECT_EQ(items.pop_for(10ms, waits).status(), status::cancelled);
        EXPECT_EQ(items.push_for(10ms, 1, waits), status::cancelled);
        EXPECT_EQ(items.pop_for(0s, waits).status(), status::cancelled);
        EXPECT_EQ(items.push_for(0s, 1, waits), status::cancelled);
        numbers kept(2);
        EXPECT_EQ(kept.push(1, waits), status::done);
        EXPECT_EQ(kept.push(2, token), status::cancelled);
        EXPECT_EQ(kept.pop(token).status(), status::cancelled);
        EXPECT_EQ(kept.size(), 1U);
        EXPECT_TRUE(kept.pop(waits));
    });
}

// Long deadlines in a coarse unit: the last second of them is beyond the clock.
TEST(a_deadline, that_the_clock_cannot_hold_never_comes) {
    using seconds = std::chrono::time_point<scripted_clock, std::chrono::seconds>;
    using hours = std::chrono::time_point<scripted_clock, std::chrono::hours>;
    play([] {
        channel<int, scripted_clock> items(0);
        std::vector<status> ended;
        cast all;
        all.add([&] { ended.push_back(items.pop_until(seconds::max()).status()); });
        all.add([&] { ended.push_back(items.pop_until(hours::max()).status()); });
        let_pass(1h);
        EXPECT_TRUE(ended.empty());
        EXPECT_EQ(items.try_push(1), status::done);
        EXPECT_EQ(items.try_push(2), status::done);
        all.join();
        all.add([&] { ended.push_back(items.push_until(seconds::max(), 3)); });
        all.add([&] { ended.push_back(items.push_until(hours::max(), 4)); });
        let_pass(1h);
        EXPECT_EQ(ended, std::vector(2, status::done));
        items.close();
        all.join();
        EXPECT_EQ(ended, (std::vector{status::done, status::done, status::closed, status::closed}));
    });
}

TEST(an_alarm, is_off_the_timers_when_it_goes) {
    play([] {
        scripted_round_robin& here = scripted_round_robin::required();
        {
            scripted_alarm queued(10ms);
            let_others_run();
            scripted_alarm fresh(10ms);
        }
        EXPECT_TRUE(here.timers().is_empty());
        let_pass(20ms);
    });
}

TEST(an_alarm, ends_the_wait_that_is_under_way_and_each_later_one_until_it_is_set_anew) {
    play([] {
        numbers items(1);
        scripted_alarm silence(10ms);
        ending got;
        cast all;
        all.add([&] { got = ending_of(items.pop_until(silence)); });
        let_others_run(); // its time counts from here
        let_pass(5ms);
        silence.restart();
        let_others_run();
        let_pass(6ms);
        EXPECT_EQ(got.how, status::empty) << "by a deadline that is no longer wanted";
        let_pass(5ms);
        EXPECT_EQ(got.how, status::timeout);
        EXPECT_EQ(ending_of(items.pop_until(silence)).how, status::timeout);
        silence.stop();
        EXPECT_EQ(ending_of(items.pop_until(silence)).how, status::timeout);
        silence.set(in(1ms));
        EXPECT_FALSE(silence.has_gone_off());
        silence.stop();
        let_pass(20ms);
        EXPECT_FALSE(silence.has_gone_off());
        scripted_alarm moment(in(1h));
        moment.restart();
        let_others_run(); // its time counts from here
        let_pass(2us);
        EXPECT_TRUE(moment.has_gone_off()) << "it was never given a time";
    });
}

} // namespace
} // namespace tollgate::fiber
