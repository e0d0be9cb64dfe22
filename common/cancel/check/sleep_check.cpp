// SPDX-License-Identifier: BSL-1.0
//
// Sleeps that end when a token is cancelled.
#include "cancellable.hpp"
#include "falls_asleep.hpp"

#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/token.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <limits>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using std::chrono::system_clock;

template <class Duration>
using in = std::chrono::time_point<steady_clock, Duration>;
using real_seconds = std::chrono::duration<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Stands still at its first moment (-1), at its epoch (0), or just before its last moment (1).
template <int Where>
struct clock_at {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<clock_at>;
    static constexpr bool is_steady = true;
    static time_point now() {
        return Where < 0 ? time_point::min() : Where == 0 ? time_point() : time_point::max() - 2s;
    }
};

using sleep_form = std::function<wait_status(const token&)>;

class a_sleep : public every_token {
protected:
    /// No form ends by itself while a check runs.
    static std::vector<sleep_form> long_ones() {
        return {
            [](const token& by) { return sleep_for(1h, by); },
            [](const token& by) { return sleep_for(std::chrono::hours::max(), by); },
            [](const token& by) { return sleep_for(real_seconds(infinity), by); },
            [](const token& by) { return sleep_until(steady_clock::now() + 1h, by); },
            [](const token& by) { return sleep_until(steady_clock::time_point::max(), by); },
            [](const token& by) { return sleep_until(in<std::chrono::hours>::max(), by); },
            [](const token& by) {
                return sleep_until(in<real_seconds>(real_seconds(infinity)), by);
            },
            [](const token& by) { return sleep_until(system_clock::now() + 1h, by); },
            [](const token& by) { return sleep_until(system_clock::time_point::max(), by); },
            [](const token& by) { return sleep_until(std::chrono::sys_days::max(), by); },
            [](const token& by) { return sleep_until(clock_at<0>::time_point::max() - 1s, by); },
            [](const token& by) { return sleep_until(clock_at<1>::time_point::max() - 1s, by); },
            [](const token& by) { return sleep_until(clock_at<-1>::time_point(0s), by); },
            [](const token& by) { return sleep_until(clock_at<-1>::time_point::max() - 1s, by); },
        };
    }
    /// These forms end at once.
    static std::vector<sleep_form> short_ones() {
        return {
            [](const token& by) { return sleep_for(0s, by); },
            [](const token& by) { return sleep_for(-1h, by); },
            [](const token& by) { return sleep_for(std::chrono::hours::min(), by); },
            [](const token& by) { return sleep_for(real_seconds(not_a_number), by); },
            [](const token& by) { return sleep_until(steady_clock::now(), by); },
            [](const token& by) { return sleep_until(steady_clock::time_point::min(), by); },
            [](const token& by) { return sleep_until(in<std::chrono::hours>::min(), by); },
            [](const token& by) {
                return sleep_until(in<real_seconds>(real_seconds(not_a_number)), by);
            },
            [](const token& by) { return sleep_until(system_clock::now() - 1h, by); },
            [](const token& by) { return sleep_until(std::chrono::sys_days::min(), by); },
            [](const token& by) { return sleep_until(clock_at<-1>::time_point::min(), by); },
            [](const token& by) { return sleep_until(clock_at<1>::time_point::min(), by); },
        };
    }
};
INSTANTIATE_TEST_SUITE_P(of, a_sleep, ::testing::ValuesIn(all_token_cases()), token_case_name);

TEST_P(a_sleep, that_begins_cancelled_is_over) {
    subject.cancel();
    for (const auto& forms : {long_ones(), short_ones()}) {
        for (const sleep_form& sleep : forms) {
            EXPECT_EQ(sleep(subject.get()), wait_status::cancelled);
        }
    }
}

TEST_P(a_sleep, of_no_time_is_a_timeout) {
    for (const auto& sleep : short_ones()) {
        EXPECT_EQ(sleep(subject.get()), wait_status::timeout);
    }
}

TEST_P(a_sleep, of_some_time_never_returns_before_it) {
    const auto steady = steady_clock::now() + 2ms;
    EXPECT_EQ(sleep_until(steady, subject.get()), wait_status::timeout);
    EXPECT_GE(steady_clock::now(), steady);
    const auto begin = steady_clock::now();
    EXPECT_EQ(sleep_for(2ms, subject.get()), wait_status::timeout);
    EXPECT_GE(steady_clock::now() - begin, 2ms);
    const auto system = system_clock::now() + 2ms;
    EXPECT_EQ(sleep_until(system, subject.get()), wait_status::timeout);
    EXPECT_GE(system_clock::now(), system);
}

TEST_P(a_sleep, is_cancelled_while_it_sleeps) {
    for (const auto& sleep : long_ones()) {
        cancellable fresh(GetParam());
        std::thread canceller([&fresh, sleeper = own_thread_id()] {
            falls_asleep(sleeper);
            fresh.cancel();
        });
        EXPECT_EQ(sleep(fresh.get()), wait_status::cancelled);
        canceller.join();
    }
}

TEST(a_sleep_of_a_dummy, is_a_timeout) {
    EXPECT_EQ(sleep_for(1us, dummy_token()), wait_status::timeout);
    EXPECT_EQ(sleep_until(system_clock::now() + 1us, dummy_token()), wait_status::timeout);
}

/// One wake-up is meant for one sleep.
TEST(a_sleep_after_a_cancelled_one, is_not_disturbed_by_it) {
    standalone_token cancellation;
    for (int i = 0; i < 20; ++i) {
        std::thread canceller([&cancellation, sleeper = own_thread_id()] {
            falls_asleep(sleeper);
            cancellation.cancel();
        });
        EXPECT_EQ(sleep_for(1h, cancellation), wait_status::cancelled);
        canceller.join();
        cancellation.reset();
        EXPECT_EQ(sleep_for(1us, cancellation), wait_status::timeout);
    }
}

} // namespace
} // namespace tollgate::cancel
