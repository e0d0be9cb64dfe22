// SPDX-License-Identifier: BSL-1.0
//
// A sleeper that says it was woken and was not, in the wake loop. Its threads then race by
// their plain data: not for ThreadSanitizer.
#include "measured_with.hpp"
#include "wrong_sleepers.hpp"

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using ::testing::Contains;

const measure::schedule ten_sleeps{1, {{9, 1}}};
constexpr const char* failure = "a sleep ended as woken, and nobody woke it";

using spurious = wrong_sleeper<returning_woken>;

TEST(spurious_wake, is_seen_where_the_sleeper_runs) {
    EXPECT_THAT(failures_of(free_wake_loop<spurious, until::sleeper_runs>(ample), ten_sleeps),
                Contains(failure));
    EXPECT_THAT(failures_of(wake_loop_on_one_cpu<spurious, until::sleeper_runs>(ample), ten_sleeps),
                Contains(failure));
}

TEST(spurious_wake, is_seen_where_the_wake_returns) {
    EXPECT_THAT(failures_of(free_wake_loop<spurious, until::wake_returns>(ample), ten_sleeps),
                Contains(failure));
    EXPECT_THAT(failures_of(wake_loop_on_one_cpu<spurious, until::wake_returns>(ample), ten_sleeps),
                Contains(failure));
}

} // namespace
