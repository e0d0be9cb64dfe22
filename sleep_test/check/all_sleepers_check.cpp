// SPDX-License-Identifier: BSL-1.0
//
// The promises of all sleepers, an interrupted sleep, and the moments of wakes.
#include "all_sleepers.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"
#include "wake_loop.hpp"

#include <tollgate/testing/sleeper_promises.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

// The loop checks for the interruption before the short warm-up and before the long sleep; then
// another thread checks. The check would time out within an hour.
TEST(interruption, ends_a_long_sleep) {
    const auto schedule = tollgate::testing::interrupted_after(3, 5);
    const auto done = events_of(timeout_loop<sleep::parker>{1h, std::nullopt}, schedule);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.intervals, IsEmpty());
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.report.probe_calls, ::testing::ElementsAre(1)) << "the warm-up";
}

using std::chrono::nanoseconds;

std::vector<nanoseconds> drawn(measure::moments from, int count = 1'000) {
    std::vector<nanoseconds> all;
    all.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        all.push_back(from.next());
    }
    return all;
}

TEST(moments, are_the_same_for_all_intervals_from_2_ms_on) {
    const auto of_two = drawn(moments_within(2ms, 1));
    for (const auto interval : {3ms, 100ms, 3'600'000ms}) {
        EXPECT_EQ(drawn(moments_within(interval, 1)), of_two);
        EXPECT_EQ(moments_within(interval, 1).mean(), 925us);
        EXPECT_EQ(moments_within(interval, 1).last(), 1'800us);
    }
}

TEST(moments, end_before_a_short_interval_ends) {
    EXPECT_EQ(moments_within(1ms, 1).last(), 900us);
    EXPECT_EQ(moments_within(1ms, 1).mean(), 475us);
    for (const nanoseconds moment : drawn(moments_within(1ms, 1))) {
        EXPECT_GE(moment, 50us);
        EXPECT_LE(moment, 900us);
    }
}

} // namespace

namespace tollgate::testing::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, every_sleeper, sleep_test::sleepers_of_this_program,
                               sleep_test::sleeper_name);

} // namespace tollgate::testing::sleepers
