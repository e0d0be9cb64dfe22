// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/coarse_clock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <utility>

namespace tollgate::clock {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

static_assert(std::chrono::is_clock_v<coarse_clock>);

TEST(coarse_clock, is_never_ahead_of_the_steady_clock) {
    nanoseconds before(0);
    for (int i = 0; i < 10'000; ++i) {
        const nanoseconds reading = coarse_clock::now().time_since_epoch();
        ASSERT_GE(reading, std::exchange(before, reading)) << "it ran backwards";
        ASSERT_LE(reading, nanoseconds(steady_clock::now().time_since_epoch()));
    }
}

// The clock is at most a tick behind, unless the tick is late. With another epoch this check hangs.
TEST(coarse_clock, has_the_epoch_of_the_steady_clock) {
    ASSERT_GT(coarse_clock::resolution(), nanoseconds(0));
    ASSERT_LE(coarse_clock::resolution(), std::chrono::milliseconds(10));
    nanoseconds behind = nanoseconds::max();
    while (behind > coarse_clock::resolution()) {
        const nanoseconds before = steady_clock::now().time_since_epoch();
        behind = before - coarse_clock::now().time_since_epoch();
    }
}

} // namespace
} // namespace tollgate::clock
