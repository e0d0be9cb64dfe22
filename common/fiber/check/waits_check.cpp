// SPDX-License-Identifier: BSL-1.0
//
// Timeouts of every kind, tokens of every kind.
#include "scenario.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/token.hpp>
#include <tollgate/fiber/alarm.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <ratio>
#include <thread>
#include <vector>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using cancel::wait_status;
using queue::status;
using testing::wall_clock;
using wait_numbers = channel<int, scripted_clock>;

/// How a pop with this timeout, on an empty channel, has ended after `time`; `empty` if it has not.
template <class Timeout>
status after(std::chrono::nanoseconds time, const Timeout& timeout) {
    wait_numbers items(1);
    status ending = status::empty;
    fiber_group all;
    all.add([&] { ending = items.pop_for(timeout).status(); });
    let_others_run();
    scripted_clock::pass(time);
    let_others_run();
    const status ended = ending;
    items.close();
    return ended;
}

TEST(a_timeout, of_zero_or_less_does_not_wait) {
    run_on_thread([] {
        wait_numbers items(1);
        const std::uint64_t readings = scripted_clock::readings;
        EXPECT_EQ(items.pop_for(0s).status(), status::timeout);
        EXPECT_EQ(items.pop_for(-1ns).status(), status::timeout);
        EXPECT_EQ(items.pop_for(std::chrono::hours::min()).status(), status::timeout);
        EXPECT_EQ(items.pop_for(deferred(-1h)).status(), status::timeout);
        const double none = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(items.pop_for(std::chrono::duration<double>(none)).status(), status::timeout);
        EXPECT_EQ(scripted_clock::readings, readings);
        EXPECT_EQ(items.push(1), status::done);
        EXPECT_TRUE(items.pop_for(-1ns)) << "an element is there";
        EXPECT_EQ(items.push(1), status::done);
        EXPECT_EQ(items.push_for(0s, 2), status::timeout);
    });
}

TEST(a_timeout, ends_a_wait_in_time_and_not_before) {
    run_on_thread([] {
        EXPECT_EQ(after(0ns, 1ns), status::empty);
        EXPECT_EQ(after(2us, 1ns), status::timeout);
        EXPECT_EQ(after(10ms - 1ns, 10ms), status::empty);
        EXPECT_EQ(after(10ms + 1us, 10ms), status::timeout);
        EXPECT_EQ(after(10ms - 1ns, deferred(10ms)), status::empty);
        EXPECT_EQ(after(10ms + 1us, deferred(10ms)), status::timeout);
        EXPECT_EQ(after(17ms, std::chrono::duration<int, std::ratio<1, 60>>(1)), status::timeout);
    });
}

TEST(a_timeout, without_end_never_ends_a_wait) {
    run_on_thread([] {
        const double infinite = std::numeric_limits<double>::infinity();
        EXPECT_EQ(after(1h, std::chrono::nanoseconds::max()), status::empty);
        EXPECT_EQ(after(1h, std::chrono::nanoseconds::max() - 1ns), status::empty);
        EXPECT_EQ(after(1h, std::chrono::hours::max()), status::empty);
        EXPECT_EQ(after(1h, std::chrono::duration<double>(infinite)), status::empty);
        EXPECT_EQ(after(1h, deferred(std::chrono::hours::max())), status::empty);
    });
}

// A sanitizer notices an overflow.
TEST(a_timeout, may_exceed_the_range_of_the_clock_by_which_the_thread_sleeps) {
    // Far from the end of the scheduler's clock, and beyond the end of the kernel's; and a century
    // before its epoch, farther than nanoseconds can express.
    constexpr std::chrono::nanoseconds century = 24h * 36'500;
    for (const std::chrono::nanoseconds begins : {-std::chrono::nanoseconds(1h), -century}) {
        run_on_thread([begins] {
            wait_numbers items(1);
            scripted_clock::set(begins);
            std::thread elsewhere;
            cancel::standalone_token token;
            fiber_group all;
            all.add([&] {
                EXPECT_EQ(items.pop_until(scripted_clock::time_point::max() - 2h, token).status(),
                          status::cancelled);
            });
            yield_both_ways();
            elsewhere = std::thread([&] { token.cancel(); });
            all.join();
            elsewhere.join();
        });
    }
}

TEST(a_sleep_with_a_token, ends_by_either) {
    run_on_thread([] {
        cancel::standalone_token token;
        wait_status slept = wait_status::timeout;
        EXPECT_EQ(fiber::sleep_until(scripted_clock::present() - 1us, token), wait_status::timeout);
        EXPECT_EQ(sleep_for<scripted_clock>(deferred(-1s), token), wait_status::timeout);
        fiber_group all;
        all.add([&] { slept = sleep_for<scripted_clock>(deferred(1h), token); });
        let_others_run();
        token.cancel();
        all.join();
        EXPECT_EQ(slept, wait_status::cancelled);
        EXPECT_EQ(sleep_for<scripted_clock>(0s, token), wait_status::cancelled);
        EXPECT_EQ(fiber::sleep_until(scripted_clock::time_point::max(), token),
                  wait_status::cancelled);
    });
}

TEST(a_sleep_without_a_token, ends_in_time_and_not_before) {
    run_on_thread([] {
        int ended = 0;
        fiber_group all;
        all.add([&] { ended += sleep_for<scripted_clock>(1ms) == wait_status::timeout; });
        all.add([&] { ended += sleep_for<scripted_clock>(deferred(1ms)) == wait_status::timeout; });
        all.add([&] {
            ended += fiber::sleep_until(scripted_clock::present() + 1ms) == wait_status::timeout;
        });
        let_others_run();
        let_pass(1ms - 1ns);
        EXPECT_EQ(ended, 0);
        let_pass(2us);
        EXPECT_EQ(ended, 3);
    });
    run_on_thread<round_robin>([] {
        EXPECT_EQ(sleep_for(1us), wait_status::timeout);
        EXPECT_EQ(fiber::sleep_until(wall_clock::time_point::min()), wait_status::timeout);
    });
}

/// In coarse units, or in floating point: the last deadlines are beyond the range of the clock.
template <class Duration>
void expect_first_and_last_deadline_held(Duration first, Duration last) {
    using point = std::chrono::time_point<scripted_clock, Duration>;
    run_on_thread([&] {
        const point over(first);
        const point never(last);
        wait_numbers items(1);
        EXPECT_EQ(fiber::sleep_until(over, cancel::dummy_token()), wait_status::timeout);
        EXPECT_EQ(items.pop_until(over).status(), status::timeout);
        EXPECT_EQ(items.push_until(over, 1), status::done);
        EXPECT_EQ(items.push_until(over, 2), status::timeout);
        EXPECT_TRUE(items.pop_until(over)) << "an element is there";
        basic_alarm<scripted_clock> alarm(never);
        alarm.set(over);
        EXPECT_EQ(items.pop_until(alarm).status(), status::timeout);
        alarm.set(never);
        cancel::standalone_token token;
        wait_numbers full(0);
        int cancelled = 0;
        fiber_group all;
        all.add([&] { cancelled += fiber::sleep_until(never, token) == wait_status::cancelled; });
        all.add([&] { cancelled += items.pop_until(alarm, token).status() == status::cancelled; });
        all.add([&] { cancelled += items.pop_until(never, token).status() == status::cancelled; });
        all.add([&] { cancelled += full.push_until(never, 1, token) == status::cancelled; });
        let_others_run();
        let_pass(24h * 365);
        EXPECT_FALSE(alarm.has_gone_off());
        EXPECT_EQ(cancelled, 0);
        token.cancel();
        all.join();
        EXPECT_EQ(cancelled, 4);
    });
}

TEST(a_deadline, may_be_in_any_unit) {
    using std::chrono::hours;
    using std::chrono::seconds;
    using real_seconds = std::chrono::duration<double>;
    expect_first_and_last_deadline_held(seconds::min(), seconds::max());
    expect_first_and_last_deadline_held(hours::min(), hours::max());
    expect_first_and_last_deadline_held(real_seconds(std::numeric_limits<double>::quiet_NaN()),
                                        real_seconds(std::numeric_limits<double>::infinity()));
}

TEST(a_deadline_by_another_clock, ends_a_wait_within_a_second_after_that_clock_reaches_it) {
    run_on_thread([] {
        wall_clock::since_epoch = 0s;
        const wall_clock::time_point deadline(2s);
        wait_numbers items(1);
        status popped = status::empty;
        status pushed = status::empty;
        fiber_group all;
        all.add([&] { popped = items.pop_until(deadline).status(); });
        let_others_run();
        EXPECT_EQ(items.push(1), status::done) << "handed over";
        let_others_run();
        EXPECT_EQ(popped, status::done);
        EXPECT_EQ(items.push_until(deadline, 2), status::done);
        all.add([&] { pushed = items.push_until(deadline, 3); });
        let_pass(24h); // as if the other clock was set back
        wall_clock::since_epoch = 2s - 1ms;
        let_pass(1h);
        EXPECT_EQ(pushed, status::empty);
        wall_clock::since_epoch = 2s;
        let_pass(1s + 2us);
        EXPECT_EQ(pushed, status::timeout);
        EXPECT_TRUE(items.pop_until(deadline)) << "an element is there";
        EXPECT_EQ(items.pop_until(deadline).status(), status::timeout);
        cancel::standalone_token by;
        by.cancel();
        EXPECT_EQ(items.pop_until(deadline + 1s, by).status(), status::cancelled);
    });
}

TEST(a_deadline_by_another_clock, keeps_the_fiber_at_its_place_in_the_wait_queue) {
    run_on_thread([] {
        wall_clock::since_epoch = 0s;
        wait_numbers items(1);
        int first = 0;
        fiber_group all;
        all.add([&] { first = *items.pop_until(wall_clock::time_point(1h)); });
        all.add([&] { EXPECT_FALSE(items.pop()); });
        let_others_run();
        let_pass(5s);
        let_pass(5s);
        EXPECT_EQ(items.push(7), status::done);
        let_others_run();
        EXPECT_EQ(first, 7);
        items.close();
    });
}

TEST(a_deadline_by_another_clock, ends_a_sleep) {
    run_on_thread<round_robin>([] {
        wall_clock::since_epoch = 0s;
        cancel::standalone_token by;
        bool slept = false;
        fiber_group all;
        all.add([&] {
            EXPECT_EQ(fiber::sleep_until(wall_clock::time_point(2ms), by), wait_status::timeout);
            slept = true;
        });
        while (!slept) {
            sleep_for(1ms, cancel::dummy_token());
            EXPECT_FALSE(slept && wall_clock::since_epoch < 2ms);
            wall_clock::since_epoch += 1ms;
        }
        EXPECT_EQ(fiber::sleep_until(wall_clock::time_point(), by), wait_status::timeout);
        by.cancel();
        EXPECT_EQ(fiber::sleep_until(wall_clock::time_point::max(), by), wait_status::cancelled);
    });
}

TEST(a_source, ends_the_waits_of_all_its_fibers_from_another_thread) {
    for (const bool share_a_token : {false, true}) {
        run_on_thread([&] {
            constexpr int many = 100;
            const cancel::cancellation_source source;
            const cancel::sourced_token shared = source.get_token();
            wait_numbers items(0);
            int cancelled = 0;
            fiber_group all;
            for (int i = 0; i < many; ++i) {
                all.add([&] {
                    const cancel::sourced_token own = source.get_token();
                    const cancel::token& token = share_a_token ? shared : own;
                    cancelled += items.pop_for(1h, token).status() == status::cancelled ? 1 : 0;
                });
            }
            let_others_run();
            // One fiber leaves from the bottom of the token's handlers.
            EXPECT_EQ(items.push(1), status::done);
            let_others_run();
            EXPECT_EQ(cancelled, 0);
            std::thread([&source] { source.cancel(); }).join();
            all.join();
            EXPECT_EQ(cancelled, many - 1);
        });
    }
}

TEST(an_alarm, ends_the_current_wait_and_each_later_one_until_it_is_set_again) {
    run_on_thread([] {
        wait_numbers items(1);
        basic_alarm<scripted_clock> silence(10ms);
        status ended = status::empty;
        fiber_group all;
        all.add([&] { ended = items.pop_until(silence).status(); });
        let_others_run(); // its time counts from here
        let_pass(5ms);
        silence.restart(); // by another fiber than the waiting fiber
        let_others_run();
        let_pass(6ms);
        EXPECT_EQ(ended, status::empty) << "the old deadline no longer counts";
        let_pass(5ms);
        EXPECT_EQ(ended, status::timeout);
        EXPECT_EQ(items.pop_until(silence).status(), status::timeout);
        EXPECT_EQ(items.push_until(silence, 1), status::done);
        EXPECT_EQ(items.push_until(silence, 2), status::timeout);
        silence.stop();
        EXPECT_TRUE(silence.has_gone_off());
        silence.set(scripted_clock::present() + 1ms);
        EXPECT_FALSE(silence.has_gone_off());
        silence.stop();
        let_pass(20ms);
        EXPECT_FALSE(silence.has_gone_off());
        basic_alarm<scripted_clock> moment(scripted_clock::present() + 1h);
        moment.restart();
        let_others_run();
        let_pass(2us);
        EXPECT_TRUE(moment.has_gone_off()) << "it was never given a time";
    });
}

TEST(an_alarm, leaves_the_timers_when_it_is_destroyed) {
    run_on_thread([] {
        {
            const basic_alarm<scripted_clock> queued(10ms);
            let_others_run();
            const basic_alarm<scripted_clock> fresh(10ms);
        }
        EXPECT_TRUE(scripted_round_robin::required().timers().is_empty());
        let_pass(20ms);
    });
}

} // namespace
} // namespace tollgate::fiber
