// SPDX-License-Identifier: BSL-1.0
//
// Limits of every kind, tokens of every kind.
#include "scene.hpp"

#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/dummy_token.hpp>
#include <tollgate/cancel/sourced_token.hpp>
#include <tollgate/cancel/standalone_token.hpp>
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
using wait_numbers = channel<int, scripted_clock>;

/// How a pop with this limit ends that nothing but time ends, after the time has passed so far.
template <class Limit>
status after(std::chrono::nanoseconds time, const Limit& limit) {
    wait_numbers items(1);
    status how = status::empty;
    status seen = status::empty;
    cast all;
    all.add([&] { how = items.pop_for(limit).status(); });
    let_others_run();
    scripted_clock::pass(time);
    let_others_run();
    seen = how;
    items.close();
    return seen;
}

TEST(a_time, that_is_none_is_no_wait) {
    play([] {
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
        EXPECT_TRUE(items.pop_for(-1ns)) << "it is there";
        EXPECT_EQ(items.push(1), status::done);
        EXPECT_EQ(items.push_for(0s, 2), status::timeout);
    });
}

TEST(a_time, ends_a_wait_when_it_is_over_and_not_before) {
    play([] {
        EXPECT_EQ(after(0ns, 1ns), status::empty);
        EXPECT_EQ(after(2us, 1ns), status::timeout);
        EXPECT_EQ(after(10ms - 1ns, 10ms), status::empty);
        EXPECT_EQ(after(10ms + 1us, 10ms), status::timeout);
        EXPECT_EQ(after(10ms - 1ns, deferred(10ms)), status::empty);
        EXPECT_EQ(after(10ms + 1us, deferred(10ms)), status::timeout);
        EXPECT_EQ(after(17ms, std::chrono::duration<int, std::ratio<1, 60>>(1)), status::timeout);
    });
}

TEST(a_time, that_has_no_end_never_ends_a_wait) {
    play([] {
        const double infinite = std::numeric_limits<double>::infinity();
        EXPECT_EQ(after(1h, std::chrono::nanoseconds::max()), status::empty);
        EXPECT_EQ(after(1h, std::chrono::nanoseconds::max() - 1ns), status::empty);
        EXPECT_EQ(after(1h, std::chrono::hours::max()), status::empty);
        EXPECT_EQ(after(1h, std::chrono::duration<double>(infinite)), status::empty);
        EXPECT_EQ(after(1h, deferred(std::chrono::hours::max())), status::empty);
    });
}

// A sanitizer sees it.
TEST(a_time, of_a_scheduler_that_sleeps_meanwhile_may_be_longer_than_the_clock_of_its_bell_goes) {
    // Far from the end of the scheduler's clock, and over that of the kernel's; and a century
    // before its epoch, farther than can be said.
    constexpr std::chrono::nanoseconds century = 24h * 36'500;
    for (const std::chrono::nanoseconds begins : {-std::chrono::nanoseconds(1h), -century}) {
        play([begins] {
            wait_numbers items(1);
            scripted_clock::set(begins);
            std::thread elsewhere;
            cancel::standalone_token token;
            cast all;
            all.add([&] {
                EXPECT_EQ(items.pop_until(scripted_clock::time_point::max() - 2h, token).status(),
                          status::cancelled);
            });
            give_way();
            elsewhere = std::thread([&] { token.cancel(); });
            all.join();
            elsewhere.join();
        });
    }
}

TEST(a_deadline, that_is_over_is_noticed_at_the_next_look) {
    play([] {
        wait_numbers items(1);
        EXPECT_EQ(items.pop_until(scripted_clock::present() - 1us).status(), status::timeout);
        EXPECT_EQ(items.pop_until(scripted_clock::time_point::min()).status(), status::timeout);
        EXPECT_EQ(sleep_until(scripted_clock::present() - 1s, cancel::dummy_token()),
                  wait_status::timeout);
    });
}

TEST(a_hog, past_the_deadline_ends_no_wait_that_was_given_something) {
    play([] {
        wait_numbers items(1);
        status given = status::empty;
        status forgotten = status::empty;
        cast all;
        all.add([&] { given = items.pop_for(10ms).status(); });
        all.add([&] { forgotten = items.pop_for(10ms).status(); });
        let_others_run();
        EXPECT_EQ(items.push(1), status::done);
        scripted_clock::pass(1h); // without giving way
        items.close();
        all.join();
        EXPECT_EQ(given, status::done);
        EXPECT_EQ(forgotten, status::closed) << "nobody had looked at the time yet";
    });
}

TEST(a_sleep_with_a_token, ends_by_either) {
    play([] {
        cancel::standalone_token token;
        wait_status slept = wait_status::timeout;
        EXPECT_EQ(sleep_until(scripted_clock::present() - 1us, token), wait_status::timeout);
        EXPECT_EQ(sleep_for<scripted_clock>(deferred(-1s), token), wait_status::timeout);
        cast all;
        all.add([&] { slept = sleep_for<scripted_clock>(deferred(1h), token); });
        let_others_run();
        token.cancel();
        all.join();
        EXPECT_EQ(slept, wait_status::cancelled);
        EXPECT_EQ(sleep_for<scripted_clock>(0s, token), wait_status::cancelled);
        EXPECT_EQ(sleep_until(scripted_clock::time_point::max(), token), wait_status::cancelled);
    });
}

TEST(a_deadline, may_be_in_any_unit) {
    using seconds = std::chrono::time_point<scripted_clock, std::chrono::seconds>;
    using hours = std::chrono::time_point<scripted_clock, std::chrono::hours>;
    using real_seconds = std::chrono::time_point<scripted_clock, std::chrono::duration<double>>;
    play([] {
        wait_numbers items(1);
        wait_numbers full(0);
        EXPECT_EQ(sleep_until(seconds::min(), cancel::dummy_token()), wait_status::timeout);
        EXPECT_EQ(sleep_until(hours::min(), cancel::dummy_token()), wait_status::timeout);
        EXPECT_EQ(items.pop_until(seconds::min()).status(), status::timeout);
        EXPECT_EQ(items.pop_until(hours::min()).status(), status::timeout);
        const std::chrono::duration<double> nan(std::numeric_limits<double>::quiet_NaN());
        EXPECT_EQ(items.pop_until(real_seconds(nan)).status(), status::timeout);
        EXPECT_EQ(items.push_until(hours::min(), 1), status::done);
        EXPECT_EQ(items.push_until(hours::min(), 2), status::timeout);
        EXPECT_EQ(items.push_until(real_seconds(nan), 2), status::timeout);
        EXPECT_TRUE(items.pop_until(seconds::min())) << "it is there";
        cancel::standalone_token token;
        basic_alarm<scripted_clock> never(seconds::max());
        basic_alarm<scripted_clock> not_now(1ms);
        not_now.set(hours::max());
        basic_alarm<scripted_clock> now(1h);
        now.set(seconds::min());
        EXPECT_EQ(items.pop_until(now).status(), status::timeout);
        int cancelled = 0;
        cast all;
        const auto expect_cancelled = [&](auto wait) {
            all.add([&cancelled, wait] { cancelled += wait() ? 1 : 0; });
        };
        expect_cancelled(
            [&] { return sleep_until(seconds::max(), token) == wait_status::cancelled; });
        expect_cancelled(
            [&] { return sleep_until(hours::max(), token) == wait_status::cancelled; });
        expect_cancelled(
            [&] { return items.pop_until(never, token).status() == status::cancelled; });
        expect_cancelled(
            [&] { return items.pop_until(not_now, token).status() == status::cancelled; });
        expect_cancelled(
            [&] { return items.pop_until(seconds::max(), token).status() == status::cancelled; });
        expect_cancelled(
            [&] { return items.pop_until(hours::max(), token).status() == status::cancelled; });
        const std::chrono::duration<double> infinite(std::numeric_limits<double>::infinity());
        expect_cancelled([&] {
            return items.pop_until(real_seconds(infinite), token).status() == status::cancelled;
        });
        expect_cancelled(
            [&] { return full.push_until(seconds::max(), 1, token) == status::cancelled; });
        expect_cancelled(
            [&] { return full.push_until(hours::max(), 1, token) == status::cancelled; });
        let_others_run();
        scripted_clock::pass(24h * 365);
        give_way();
        EXPECT_FALSE(never.has_gone_off() || not_now.has_gone_off());
        token.cancel();
        all.join();
        EXPECT_EQ(cancelled, 9);
    });
}

template <class Cancel>
void expect_all_cancelled(bool share_a_token, Cancel cancel) {
    play([&] {
        constexpr int many = 100;
        const cancel::cancellation_source source;
        const cancel::sourced_token shared = source.get_token();
        wait_numbers items(0);
        int cancelled = 0;
        cast all;
        for (int i = 0; i < many; ++i) {
            all.add([&, i] {
                const cancel::sourced_token own = source.get_token();
                const cancel::token& token = share_a_token ? shared : own;
                const status how =
                    i % 2 == 0 ? items.pop_for(1h, token).status() : items.pop(token).status();
                cancelled += how == status::cancelled ? 1 : 0;
            });
        }
        let_others_run();
        EXPECT_EQ(items.push(1),
                  status::done); // the first one goes, from the bottom of the token's handlers
        let_others_run();
        EXPECT_EQ(cancelled, 0);
        cancel(source);
        all.join();
        EXPECT_EQ(cancelled, many - 1);
    });
}

TEST(a_source, ends_the_waits_of_all_its_fibers) {
    for (const bool share_a_token : {false, true}) {
        expect_all_cancelled(share_a_token,
                             [](const cancel::cancellation_source& source) { source.cancel(); });
        expect_all_cancelled(share_a_token, [](const cancel::cancellation_source& source) {
            std::thread([&source] { source.cancel(); }).join();
        });
    }
}

TEST(an_alarm_of_one_fiber, may_be_set_by_another_one_and_go_meanwhile) {
    play([] {
        wait_numbers items(1);
        basic_alarm<scripted_clock> silence(1h);
        std::vector<status> seen;
        cast all;
        all.add([&] {
            seen.push_back(items.pop_until(silence).status());
            basic_alarm<scripted_clock> brief(scripted_clock::present() + 1ms);
            seen.push_back(items.pop_until(brief).status());
            seen.push_back(items.push_until(brief, 1));
            seen.push_back(items.push_until(brief, 2));
        });
        let_others_run();
        silence.set(scripted_clock::present() + 2ms);
        let_pass(3ms);
        EXPECT_TRUE(silence.has_gone_off());
        silence.restart(0ns);
        let_others_run();
        let_pass(2us);
        EXPECT_TRUE(silence.has_gone_off());
        let_pass(2ms);
        all.join();
        EXPECT_EQ(seen,
                  (std::vector{status::timeout, status::timeout, status::done, status::timeout}));
    });
}

} // namespace
} // namespace tollgate::fiber
