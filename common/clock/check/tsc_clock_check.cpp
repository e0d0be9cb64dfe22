// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>
#include <tollgate/clock/tsc_clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

namespace tollgate::clock {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

static_assert(std::chrono::is_clock_v<tsc_clock>);

// The allowed drift is the error of the calibration, and the largest correction of the system's
// clock.
TEST(tsc_clock, is_read_between_two_readings_of_the_steady_clock) {
    const steady_clock::time_point begin = steady_clock::now();
    const rate measured = tsc_clock::measured();
    const double parts = tsc_clock::is_scaled() ? measured.hz_error / measured.hz + 500e-6 : 0;
    const std::chrono::seconds earlier_checks(1);
    nanoseconds last(0);
    for (int i = 0; i < 10'000; ++i) {
        const nanoseconds before = steady_clock::now().time_since_epoch();
        const nanoseconds reading = tsc_clock::now().time_since_epoch();
        ASSERT_GE(reading, std::exchange(last, reading)) << "it ran backwards";
        const nanoseconds after = steady_clock::now().time_since_epoch();
        const nanoseconds since = after - begin.time_since_epoch() + earlier_checks;
        const nanoseconds drift(
            static_cast<std::int64_t>(static_cast<double>(since.count()) * parts));
        ASSERT_GE(reading, before - drift);
        ASSERT_LE(reading, after + drift);
    }
}

TEST(tsc_clock, a_counter_that_is_not_invariant_is_not_read) {
    if (!judge_counter().invariant) {
        EXPECT_FALSE(tsc_clock::is_scaled());
    }
    EXPECT_EQ(tsc_clock::measured().hz > 0, tsc_clock::is_scaled());
}

// If only this check runs, the threads are the first users of the clock, all at once.
TEST(tsc_clock, threads_agree_on_the_calibration) {
    std::vector<tsc_clock::time_point> readings(4);
    {
        std::vector<std::thread> all;
        all.reserve(readings.size());
        for (tsc_clock::time_point& reading : readings) {
            all.emplace_back([&reading] { reading = tsc_clock::now(); });
        }
        for (std::thread& thread : all) {
            thread.join();
        }
    }
    const tsc_clock::time_point after = tsc_clock::now() + std::chrono::microseconds(1);
    for (const tsc_clock::time_point reading : readings) {
        EXPECT_GT(reading.time_since_epoch().count(), 0);
        EXPECT_LE(reading, after);
    }
}

} // namespace
} // namespace tollgate::clock
