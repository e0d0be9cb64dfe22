// SPDX-License-Identifier: BSL-1.0
//
// What the concept `sleeper` promises, kept by each of them.
#include "all_sleepers.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using time_point = clock::time_point;

template <class Sleeper>
class every_sleeper : public testing::Test {
public:
    Sleeper one;
};
TYPED_TEST_SUITE(every_sleeper, all_sleepers, sleeper_name);

/// How many of ten wakes before a sleep were lost.
template <sleeper Sleeper>
int wakes_lost_before_a_sleep() {
    Sleeper one;
    int lost = 0;
    for (int i = 0; i < 10; ++i) {
        one.wake();
        lost += one.sleep_for(1ms) == outcome::woken ? 0 : 1;
    }
    return lost;
}

TYPED_TEST(every_sleeper, keeps_a_wake_for_the_next_sleep) {
    EXPECT_EQ(wakes_lost_before_a_sleep<TypeParam>(), 0);
    this->one.wake();
    EXPECT_EQ(this->one.sleep_until(time_point::max()), outcome::woken);
    this->one.wake();
    EXPECT_EQ(this->one.sleep_until(time_point::min()), outcome::woken);
    this->one.wake();
    EXPECT_EQ(this->one.sleep_for(0s), outcome::woken);
    EXPECT_EQ(this->one.sleep_for(0s), outcome::timeout);
}

TYPED_TEST(every_sleeper, takes_two_wakes_for_one) {
    this->one.wake();
    this->one.wake();
    EXPECT_EQ(this->one.sleep_for(1ms), outcome::woken);
    EXPECT_EQ(this->one.sleep_for(1ms), outcome::timeout);
}

TYPED_TEST(every_sleeper, keeps_a_wake_after_the_timeout) {
    EXPECT_EQ(this->one.sleep_for(1us), outcome::timeout);
    this->one.wake();
    EXPECT_EQ(this->one.sleep_for(1ms), outcome::woken);
}

// What cannot be waited for must not be waited for: none of this may take longer than the check.
TYPED_TEST(every_sleeper, takes_deadlines_in_the_past) {
    for (const time_point past : {time_point::min(), time_point::min() + 1ns, time_point(-1ns),
                                  time_point{}, clock::now()}) {
        EXPECT_EQ(this->one.sleep_until(past), outcome::timeout);
    }
}

TYPED_TEST(every_sleeper, takes_nothing_and_less_for_the_past) {
    using seconds = std::chrono::duration<double>;
    EXPECT_EQ(this->one.sleep_for(0ns), outcome::timeout);
    EXPECT_EQ(this->one.sleep_for(-1ns), outcome::timeout);
    EXPECT_EQ(this->one.sleep_for(std::chrono::hours::min()), outcome::timeout);
    EXPECT_EQ(this->one.sleep_for(std::chrono::nanoseconds::min()), outcome::timeout);
    EXPECT_EQ(this->one.sleep_for(seconds(std::numeric_limits<double>::quiet_NaN())),
              outcome::timeout);
}

TYPED_TEST(every_sleeper, is_never_early) {
    for (const auto length : {1ns, 100ns, 10'000ns, 300'000ns, 3'000'000ns}) {
        const time_point deadline = clock::now() + length;
        EXPECT_EQ(this->one.sleep_until(deadline), outcome::timeout);
        EXPECT_GE(clock::now(), deadline);
    }
}

/// Lets the other thread wake; ends with it.
template <class Sleeper, class Sleep>
outcome woken_by_another(Sleeper& one, Sleep sleep) {
    std::thread waker([&] { one.wake(); });
    const outcome how = sleep();
    waker.join();
    return how;
}

TYPED_TEST(every_sleeper, is_woken_however_far_the_deadline) {
    TypeParam& mine = this->one;
    for (const time_point deadline :
         {time_point::max(), time_point::max() - 1ns, clock::now() + 24h * 365 * 200}) {
        EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_until(deadline); }),
                  outcome::woken);
    }
    using seconds = std::chrono::duration<double>;
    EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_for(std::chrono::hours::max()); }),
              outcome::woken);
    EXPECT_EQ(woken_by_another(mine, [&] { return mine.sleep_for(seconds(1e300)); }),
              outcome::woken);
    EXPECT_EQ(mine.sleep_for(0s), outcome::timeout);
}

TYPED_TEST(every_sleeper, sees_what_was_written_before_the_wake) {
    int written = 0;
    for (int round = 1; round <= 100; ++round) {
        std::thread waker([&] {
            written = round;
            this->one.wake();
        });
        EXPECT_EQ(this->one.sleep_until(time_point::max()), outcome::woken);
        EXPECT_EQ(written, round);
        waker.join();
    }
}

/// A sleeper as it is commonly written: it looks at the flag only once somebody notified it.
class forgetful_sleeper {
public:
    void wake() {
        const std::lock_guard lock(mutex_);
        permit_ = true;
        changed_.notify_one();
    }

    outcome sleep_until(time_point deadline) {
        std::unique_lock lock(mutex_);
        while (changed_.wait_until(lock, deadline) == std::cv_status::no_timeout) {
            if (permit_) {
                permit_ = false;
                return outcome::woken;
            }
        }
        return outcome::timeout;
    }

    template <class Rep, class Period>
    outcome sleep_for(const std::chrono::duration<Rep, Period>& time) {
        return sleep_until(deadline_after(time));
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool permit_ = false;
};

TEST(forgetful_sleeper, loses_wakes) {
    EXPECT_GT(wakes_lost_before_a_sleep<forgetful_sleeper>(), 0);
}

} // namespace
} // namespace tollgate::sleep
