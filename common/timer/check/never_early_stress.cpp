// SPDX-License-Identifier: BSL-1.0
//
// A million waits, moved, called off and destroyed at random, in virtual time.
#include "random_waits.hpp"

#include <tollgate/faults/drawn_seed.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <random>

namespace tollgate::timer {
namespace {

template <class Queue>
class never_early_at_random : public testing::Test {};
using queues_at_random = testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(never_early_at_random, queues_at_random);

constexpr std::uint64_t waits_altogether = 1'000'000 / faults::stress_divisor;

TYPED_TEST(never_early_at_random, nor_late) {
    const faults::watchdog patience("never_early_at_random");
    const unsigned seed = faults::drawn_seed();
    constexpr unsigned runs = 10;
    for (unsigned i = 0; i < runs; ++i) {
        random_waits<TypeParam> waits(seed + i);
        waits.arm(waits_altogether / runs);
        EXPECT_GT(waits.due(), waits_altogether / runs / 100);
    }
}

TYPED_TEST(never_early_at_random, nor_late_wherever_time_begins) {
    const faults::watchdog patience("never_early_at_random wherever time begins");
    const unsigned seed = faults::drawn_seed();
    unsigned run = 0;
    for (const std::chrono::nanoseconds begin : beginnings) {
        SCOPED_TRACE(begin.count());
        random_waits<TypeParam>(seed + run++, begin).arm(waits_altogether / 20);
    }
}

TYPED_TEST(never_early_at_random, nor_late_by_a_clock_that_is_set_back) {
    const faults::watchdog patience("never_early_at_random by a clock that is set back");
    const unsigned seed = faults::drawn_seed();
    unsigned run = 0;
    for (const std::chrono::nanoseconds begin : beginnings) {
        SCOPED_TRACE(begin.count());
        random_waits<TypeParam>(seed + run++, begin, true).arm(waits_altogether / 20);
    }
}

} // namespace
} // namespace tollgate::timer
