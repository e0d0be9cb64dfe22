// SPDX-License-Identifier: BSL-1.0
//
// Interrupted, a sleep of an hour ends, and nothing is said to have failed.
#include "all_sleepers.hpp"
#include "measured_with.hpp"
#include "timeout_loop.hpp"

#include <tollgate/faults/sleepers/promises.hpp>

#include <gmock/gmock.h>

namespace {

using namespace tollgate;
using namespace tollgate::sleep_test;
using namespace std::chrono_literals;
using ::testing::IsEmpty;

template <class Sleeper>
class interruption : public testing::Test {};
TYPED_TEST_SUITE(interruption, sleepers_of_all_kinds);

// The warm-up is short; the loop asks before it, before the long sleep, and then its interrupter
// does. An hour would be longer than the check may last.
TYPED_TEST(interruption, ends_a_long_sleep) {
    const auto asked = faults::interrupted_after(3, 5);
    const auto done = events_of(timeout_loop<TypeParam>{1h, std::nullopt}, asked);
    EXPECT_FALSE(done.complete);
    EXPECT_THAT(done.intervals, IsEmpty());
    EXPECT_THAT(done.report.failures, IsEmpty());
    EXPECT_THAT(done.report.turns, testing::ElementsAre(1)) << "the warm-up";
}

} // namespace

namespace tollgate::faults::sleepers {

INSTANTIATE_TYPED_TEST_SUITE_P(of_this_program, every_sleeper, sleep_test::sleepers_of_this_program,
                               sleep_test::sleeper_name);

} // namespace tollgate::faults::sleepers
