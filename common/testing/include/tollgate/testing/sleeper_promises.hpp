// SPDX-License-Identifier: BSL-1.0
#pragma once
// A GoogleTest suite that checks the promises of the concept sleep::sleeper. The suite runs for
// some milliseconds.

#include <tollgate/sleep/outcome.hpp>
#include <tollgate/sleep/sleeper.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <thread>

namespace tollgate::testing::sleepers {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using time_point = clock::time_point;

/// The suite of all checks. Instantiate the suite for your sleepers in the namespace
/// tollgate::testing::sleepers:
///
/// ```cpp
/// using mine = ::testing::Types<my_sleeper>;
/// INSTANTIATE_TYPED_TEST_SUITE_P(all_of_mine, every_sleeper, mine);
/// ```
template <class Sleeper>
class every_sleeper : public ::testing::Test {
public:
    Sleeper sleeper; ///< a new sleeper for each check
};
TYPED_TEST_SUITE_P(every_sleeper);

/// Wakes the sleeper before each of ten sleeps. Returns the number of lost wake-ups.
template <sleep::sleeper Sleeper>
int wakes_lost_before_a_sleep() {
    Sleeper sleeper;
    int lost = 0;
    for (int i = 0; i < 10; ++i) {
        sleeper.wake();
        lost += sleeper.sleep_for(1ms) == sleep::outcome::woken ? 0 : 1;
    }
    return lost;
}

TYPED_TEST_P(every_sleeper, keeps_a_wake_for_the_next_sleep) {
    EXPECT_EQ(wakes_lost_before_a_sleep<TypeParam>(), 0);
    this->sleeper.wake();
    EXPECT_EQ(this->sleeper.sleep_until((time_point::max)()), sleep::outcome::woken);
    this->sleeper.wake();
    EXPECT_EQ(this->sleeper.sleep_until((time_point::min)()), sleep::outcome::woken);
    this->sleeper.wake();
    EXPECT_EQ(this->sleeper.sleep_for(0s), sleep::outcome::woken);
    EXPECT_EQ(this->sleeper.sleep_for(0s), sleep::outcome::timeout);
}

TYPED_TEST_P(every_sleeper, takes_two_wakes_for_one) {
    this->sleeper.wake();
    this->sleeper.wake();
    EXPECT_EQ(this->sleeper.sleep_for(1ms), sleep::outcome::woken);
    EXPECT_EQ(this->sleeper.sleep_for(1ms), sleep::outcome::timeout);
}

TYPED_TEST_P(every_sleeper, keeps_a_wake_after_the_timeout) {
    EXPECT_EQ(this->sleeper.sleep_for(1us), sleep::outcome::timeout);
    this->sleeper.wake();
    EXPECT_EQ(this->sleeper.sleep_for(1ms), sleep::outcome::woken);
}

// This check hangs if a sleeper waits for a deadline in the past.
TYPED_TEST_P(every_sleeper, takes_deadlines_in_the_past) {
    for (const time_point past : {(time_point::min)(), (time_point::min)() + 1ns, time_point(-1ns),
                                  time_point{}, clock::now()}) {
        EXPECT_EQ(this->sleeper.sleep_until(past), sleep::outcome::timeout);
    }
}

TYPED_TEST_P(every_sleeper, takes_nothing_and_less_for_the_past) {
    using seconds = std::chrono::duration<double>;
    EXPECT_EQ(this->sleeper.sleep_for(0ns), sleep::outcome::timeout);
    EXPECT_EQ(this->sleeper.sleep_for(-1ns), sleep::outcome::timeout);
    EXPECT_EQ(this->sleeper.sleep_for((std::chrono::hours::min)()), sleep::outcome::timeout);
    EXPECT_EQ(this->sleeper.sleep_for((std::chrono::nanoseconds::min)()), sleep::outcome::timeout);
    EXPECT_EQ(this->sleeper.sleep_for(seconds(std::numeric_limits<double>::quiet_NaN())),
              sleep::outcome::timeout);
}

TYPED_TEST_P(every_sleeper, is_never_early) {
    for (const auto length : {1ns, 100ns, 10'000ns, 300'000ns, 3'000'000ns}) {
        const time_point deadline = clock::now() + length;
        EXPECT_EQ(this->sleeper.sleep_until(deadline), sleep::outcome::timeout);
        EXPECT_GE(clock::now(), deadline);
    }
}

/// Calls `sleep` while another thread wakes the sleeper. Returns the result of `sleep`.
template <class Sleeper, class Sleep>
sleep::outcome woken_by_another(Sleeper& sleeper, Sleep sleep) {
    std::thread waker([&] { sleeper.wake(); });
    const sleep::outcome result = sleep();
    waker.join();
    return result;
}

TYPED_TEST_P(every_sleeper, is_woken_however_far_the_deadline) {
    TypeParam& mine = this->sleeper;
    for (const time_point deadline :
         {(time_point::max)(), (time_point::max)() - 1ns, clock::now() + 24h * 365 * 200}) {
        EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_until(deadline); }),
                  sleep::outcome::woken);
    }
    using seconds = std::chrono::duration<double>;
    EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_for((std::chrono::hours::max)()); }),
              sleep::outcome::woken);
    EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_for(seconds(1e300)); }),
              sleep::outcome::woken);
    EXPECT_EQ(mine.sleep_for(0s), sleep::outcome::timeout);
}

TYPED_TEST_P(every_sleeper, sees_what_was_written_before_the_wake) {
    int written = 0;
    for (int round = 1; round <= 100; ++round) {
        std::thread waker([&] {
            written = round;
            this->sleeper.wake();
        });
        EXPECT_EQ(this->sleeper.sleep_until((time_point::max)()), sleep::outcome::woken);
        EXPECT_EQ(written, round);
        waker.join();
    }
}

REGISTER_TYPED_TEST_SUITE_P(every_sleeper, keeps_a_wake_for_the_next_sleep, takes_two_wakes_for_one,
                            keeps_a_wake_after_the_timeout, takes_deadlines_in_the_past,
                            takes_nothing_and_less_for_the_past, is_never_early,
                            is_woken_however_far_the_deadline,
                            sees_what_was_written_before_the_wake);

} // namespace tollgate::testing::sleepers
