// SPDX-License-Identifier: BSL-1.0
//
// With clocks that nobody moves. How late they are is not looked at.
#include <tollgate/clock/coarse_clock.hpp>
#include <tollgate/clock/tsc_clock.hpp>
#include <tollgate/timer/timers.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace tollgate::timer {
namespace {

using namespace std::chrono_literals;

template <class Clock>
class clocks : public testing::Test {};
using all_clocks = testing::Types<std::chrono::steady_clock, clock::tsc_clock, clock::coarse_clock>;
TYPED_TEST_SUITE(clocks, all_clocks);

TYPED_TEST(clocks, nothing_is_early_by_its_own_clock) {
    timers<TypeParam> all;
    timer one;
    for (const std::chrono::nanoseconds time : {1ns, 1000ns, 2'000'000ns}) {
        const auto begin = TypeParam::now();
        all.arm_after(one, time);
        bool is_over = false;
        while (!is_over) {
            all.pass([&](timer&) { is_over = true; });
        }
        EXPECT_GE(TypeParam::now() - begin, time);
    }
}

TYPED_TEST(clocks, a_deadline_that_is_over_is_found) {
    timers<TypeParam> all;
    timer one;
    all.arm_at(one, TypeParam::now() - 1s);
    int found = 0;
    all.pass([&](timer&) { ++found; });
    EXPECT_EQ(found, 1);
}

} // namespace
} // namespace tollgate::timer
