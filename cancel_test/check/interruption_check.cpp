// SPDX-License-Identifier: BSL-1.0
//
// Somebody interrupts: the loops end with the event that they are in, and nothing is said to have
// failed.
#include "cancelling_loop.hpp"
#include "measured_with.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>

namespace {

using namespace tollgate;
using namespace tollgate::cancel_test;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t a_great_many = 1'000'000'000;

/// The warm-up is one of the events.
template <class Loop>
void expect_ended_after(int events, const Loop& loop) {
    const measure::batch done = events_of(loop, interrupted_after(events, a_great_many));
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.report.turns, ElementsAre(events));
    EXPECT_THAT(done.intervals, SizeIs(std::max(0, events - 1)));
}

template <class Loop>
void expect_ended(const Loop& loop) {
    for (const int events : {0, 1, 4}) {
        expect_ended_after(events, loop);
    }
}

template <class Wait>
class interruption : public testing::Test {};
TYPED_TEST_SUITE(interruption, sleeping_waits);

TYPED_TEST(interruption, ends_waits) {
    expect_ended(free_return_loop<TypeParam>());
    expect_ended(return_loop_on_one_cpu<TypeParam>());
}

template <class Wait>
class interruption_of_looking : public testing::Test {};
TYPED_TEST_SUITE(interruption_of_looking, looking_waits);

TYPED_TEST(interruption_of_looking, ends_waits) {
    expect_ended(free_return_loop<TypeParam>());
}

TEST(interruption_of_cancelling, ends_it_with_one_cancellation) {
    for (const beside who : {beside::sleeper, beside::spinner}) {
        expect_ended(cancelling_loop<registered_tokens>{2, cancel::policy::adaptive, who});
        expect_ended(cancelling_loop<registered_callbacks>{2, cancel::policy::adaptive, who});
    }
}

} // namespace
