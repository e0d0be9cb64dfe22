// SPDX-License-Identifier: BSL-1.0
//
// Whose turn it is, and when the scheduler looks at the clock and at what other threads want.
#include "../scene.hpp"

#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/detail/remote_calls.hpp>
#include <tollgate/fiber/sleep.hpp>
#include <tollgate/timer/wheel.hpp>

#include <boost/fiber/algo/round_robin.hpp>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using cancel::wait_status;

/// A call that is somebody else's, and does something more when it is run.
struct noted_call : detail::remote_call {
    noted_call() : remote_call(&note) {}

    static void note(remote_call& call) noexcept {
        auto& self = static_cast<noted_call&>(call);
        self.was_run = true;
        if (self.posts != nullptr) {
            self.to->post(*self.posts);
        }
    }

    bool was_run = false;
    detail::mailbox* to = nullptr;
    noted_call* posts = nullptr;
};

/// The dispatcher runs for other reasons than the number of picks.
void to_where_no_look_is_near() {
    give_way(2 * promised_picks + 1);
}

TEST(turns, come_in_the_order_in_which_fibers_became_ready) {
    play([] {
        for (const int fibers : {2, 3, 50}) {
            expect_in_turn(turns_of(fibers, 20), fibers);
        }
    });
}

/// Two fibers do nothing but give way, and each of their turns takes so long. After some turns a
/// third one sleeps: the most turns that passed between its deadline, and a tick of the wheel,
/// and its own.
int turns_until_woken(std::chrono::nanoseconds a_turn_takes, int turns_before) {
    int most = 0;
    for (const auto asleep : {10ms, 11ms, 12ms, 13ms, 14ms, 15ms, 16ms, 17ms}) {
        auto deadline = scripted_clock::time_point::max();
        bool is_awake = false;
        int turns = 0;
        int turns_late = 0;
        cast all;
        const auto storm = [&] {
            while (!is_awake && turns_late < 1000) {
                scripted_clock::pass(a_turn_takes);
                ++turns;
                turns_late +=
                    scripted_clock::present() - timer::wheel::resolution >= deadline ? 1 : 0;
                give_way();
            }
        };
        all.add(storm);
        all.add(storm);
        all.add([&] {
            while (turns < turns_before) {
                give_way();
            }
            deadline = scripted_clock::present() + asleep;
            EXPECT_EQ(sleep_until(deadline, cancel::dummy_token()), wait_status::timeout);
            EXPECT_GE(scripted_clock::present(), deadline);
            is_awake = true;
        });
        all.join();
        most = std::max(most, turns_late);
    }
    return most;
}

// Between the look that finds the deadline come and its own turn lie those of the two.

TEST(a_sleep, ends_at_the_next_look_however_many_others_give_way) {
    play([] { EXPECT_LE(turns_until_woken(100ns, 0), promised_picks + 2); });
    // Turns that take longer than those before.
    play([] { EXPECT_LE(turns_until_woken(1ms, 0), promised_picks + 2); });
}

TEST(a_sleep, ends_within_as_many_turns_as_take_the_usual_lateness) {
    constexpr int many = 10 * promised_picks;
    for (const int turn_us : {1, 5, 7, 10, 25, 40}) {
        play([&] {
            EXPECT_LE(turns_until_woken(turn_us * 1us, many), 50 / turn_us + 1 + 2) << turn_us;
        });
    }
    play([] { EXPECT_LE(turns_until_woken(1ms, many), 1 + 2); });
}

TEST(a_sleep, ends_when_nobody_is_ready_and_its_time_is_over) {
    play([] {
        to_where_no_look_is_near();
        bool is_pushed = false;
        channel<int, scripted_clock> never(1);
        cast all;
        all.add([&] {
            EXPECT_EQ(never.pop_until(scripted_clock::present() - 1ms).status(),
                      queue::status::timeout);
            EXPECT_FALSE(is_pushed);
        });
        all.add([&] {
            boost::this_fiber::sleep_for(5ms);
            is_pushed = true;
            EXPECT_EQ(never.push(1), queue::status::done);
        });
    });
}

TEST(a_call, is_run_at_the_next_pick) {
    play([] {
        to_where_no_look_is_near();
        scripted_round_robin& here = scripted_round_robin::required();
        noted_call one;
        std::thread([&] { here.mail()->post(one); }).join();
        EXPECT_FALSE(one.was_run);
        give_way();
        EXPECT_TRUE(one.was_run);
    });
}

TEST(a_call, that_comes_while_calls_are_run_is_run_at_the_pick_after) {
    play([] {
        to_where_no_look_is_near();
        scripted_round_robin& here = scripted_round_robin::required();
        noted_call one;
        noted_call two;
        one.to = here.mail().get();
        one.posts = &two;
        bool goes_on = true;
        cast all;
        all.add([&] {
            while (goes_on) {
                give_way();
            }
        });
        give_way(2);
        here.mail()->post(one);
        give_way(2);
        EXPECT_TRUE(one.was_run);
        EXPECT_TRUE(two.was_run);
        goes_on = false;
    });
}

TEST(the_dispatcher, leaves_the_permit_to_who_will_look_again) {
    const boost::intrusive_ptr<scripted_round_robin> one(new scripted_round_robin);
    one->notify();
    // As the dispatcher, which is not held aside while it runs.
    EXPECT_EQ(one->pick_next(), nullptr);
    EXPECT_TRUE(one->mail()->bell().has_rung());
}

TEST(a_swap, takes_along_who_is_ready_and_the_dispatcher) {
    play([] {
        EXPECT_TRUE(boost::fibers::has_ready_fibers()) << "the dispatcher";
        int turns = 0;
        cast all;
        for (int i = 0; i < 3; ++i) {
            all.add([&] {
                ++turns;
                give_way();
                ++turns;
            });
        }
        give_way(1);
        boost::fibers::use_scheduling_algorithm<boost::fibers::algo::round_robin>();
        EXPECT_EQ(scripted_round_robin::of_this_thread(), nullptr);
        give_way(1);
        boost::fibers::use_scheduling_algorithm<scripted_round_robin>();
        EXPECT_NE(scripted_round_robin::of_this_thread(), nullptr);
        all.join();
        EXPECT_EQ(turns, 6);
    });
}

} // namespace
} // namespace tollgate::fiber
