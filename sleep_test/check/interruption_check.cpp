// SPDX-License-Identifier: BSL-1.0
//
// Somebody interrupts: a sleep of an hour ends, and nothing is said to have failed.
#include "all_sleepers.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"

#include <gmock/gmock.h>

#include <atomic>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

/// As one that somebody else interrupts, after the loop has asked so often.
measure::schedule interrupted_after(int questions, std::uint64_t events) {
    measure::schedule asked{1, {{events, 1}}};
    asked.interrupted = [count = std::make_shared<std::atomic<int>>(0), questions] {
        return count->fetch_add(1) >= questions;
    };
    return asked;
}

template <class Sleeper>
class interruption : public testing::Test {};
TYPED_TEST_SUITE(interruption, sleepers_of_all_kinds);

// The warm-up is short; the loop asks before it, before the long sleep, and then its interrupter
// does. An hour would be longer than the check may last.
TYPED_TEST(interruption, ends_a_long_sleep) {
    const auto asked = interrupted_after(3, 5);
    const auto done = events_of(timeout_loop<TypeParam>{1h, std::nullopt}, asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.intervals, IsEmpty());
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.report.turns, testing::ElementsAre(1)) << "the warm-up";
}

TYPED_TEST(interruption, before_the_first_sleep) {
    const auto asked = interrupted_after(0, 5);
    const auto done = events_of(timeout_loop<TypeParam>{1h, std::nullopt}, asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.report.turns, testing::ElementsAre(0));
}

TYPED_TEST(interruption, ends_short_sleeps_between_two) {
    const auto asked = interrupted_after(4, 1'000'000);
    const auto done = events_of(timeout_loop<TypeParam>{1ms, std::nullopt}, asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.intervals, testing::SizeIs(3));
}

TYPED_TEST(interruption, ends_wakes) {
    const auto asked = interrupted_after(4, 1'000'000);
    const auto done = events_of(free_wake_loop<TypeParam, until::sleeper_runs>(ample), asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.intervals, testing::SizeIs(3));
}

} // namespace
