// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/coarse_clock.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::clock {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

static_assert(std::chrono::is_clock_v<coarse_clock>);

TEST(coarse_clock, never_runs_backwards) {
    coarse_clock::time_point before = coarse_clock::now();
    for (int i = 0; i < 200'000; ++i) {
        const coarse_clock::time_point now = coarse_clock::now();
        ASSERT_GE(now, before);
        before = now;
    }
}

TEST(coarse_clock, has_a_resolution_of_a_tick_or_better) {
    EXPECT_GT(coarse_clock::resolution(), nanoseconds(0));
    EXPECT_LE(coarse_clock::resolution(), std::chrono::milliseconds(10));
}

TEST(coarse_clock, is_never_ahead_of_the_steady_clock) {
    for (int i = 0; i < 10'000; ++i) {
        const nanoseconds seen = coarse_clock::now().time_since_epoch();
        ASSERT_LE(seen, nanoseconds(steady_clock::now().time_since_epoch()));
    }
}

// Behind by no more than a tick, unless that came late: some time it does not. With another epoch
// this goes on for ever.
TEST(coarse_clock, has_the_epoch_of_the_steady_clock) {
    nanoseconds behind = nanoseconds::max();
    while (behind > coarse_clock::resolution()) {
        const nanoseconds before = steady_clock::now().time_since_epoch();
        behind = before - coarse_clock::now().time_since_epoch();
    }
}

TEST(coarse_clock, moves) {
    const coarse_clock::time_point begin = coarse_clock::now();
    while (coarse_clock::now() == begin) {
    }
    EXPECT_GT(coarse_clock::now(), begin);
}

} // namespace
} // namespace tollgate::clock
