// SPDX-License-Identifier: BSL-1.0
//
// The same runs every time; never_early_stress.cpp has others.
#include "random_waits.hpp"

#include <tollgate/timer/fifo.hpp>
#include <tollgate/timer/wheel.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::timer {
namespace {

template <class Queue>
class never_early : public testing::Test {};
using never_early_queues = testing::Types<wheel, fifo>;
TYPED_TEST_SUITE(never_early, never_early_queues);

TYPED_TEST(never_early, nor_late_wherever_time_begins) {
    unsigned seed = 1;
    for (const std::chrono::nanoseconds begin : beginnings) {
        SCOPED_TRACE(begin.count());
        random_waits<TypeParam> waits(seed++, begin);
        waits.arm(10'000);
        EXPECT_GT(waits.due(), 100u);
    }
}

TYPED_TEST(never_early, nor_late_by_a_clock_that_is_set_back) {
    unsigned seed = 100;
    for (const std::chrono::nanoseconds begin : beginnings) {
        SCOPED_TRACE(begin.count());
        random_waits<TypeParam> waits(seed++, begin, true);
        waits.arm(10'000);
        EXPECT_GT(waits.due(), 100u);
    }
}

} // namespace
} // namespace tollgate::timer
