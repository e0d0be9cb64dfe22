// SPDX-License-Identifier: BSL-1.0
#pragma once
// Sleeps of random lengths, from less than nothing to for ever. None ends before its deadline but
// by a wake.

#include <tollgate/faults/drawn_seed.hpp>
#include <tollgate/faults/sleepers/amounts.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>

namespace tollgate::faults::sleepers {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

template <class Sleeper>
class never_early : public testing::Test {};
TYPED_TEST_SUITE_P(never_early);

/// Every length is as likely as its tenth, from 1 ns to 100 us; now and then nothing, or less.
inline nanoseconds random_length(std::mt19937& random) {
    switch (random() % 16) {
    case 0:
        return 0ns;
    case 1:
        return nanoseconds::min() + nanoseconds(random());
    case 2:
        return -nanoseconds(random());
    default:
        return nanoseconds(
            std::llround(std::pow(10.0, std::uniform_real_distribution<double>(0, 5)(random))));
    }
}

TYPED_TEST_P(never_early, whatever_the_length) {
    const watchdog patience("never_early");
    const unsigned seed = faults::drawn_seed();
    std::mt19937 random(seed);
    constexpr int sleeps = amounts<TypeParam>::random_sleeps / stress_divisor;
    TypeParam one;
    int early = 0;
    int woken = 0;
    for (int i = 0; i < sleeps; ++i) {
        const nanoseconds length = random_length(random);
        const clock::time_point begin = clock::now();
        woken += one.sleep_for(length) == sleep::outcome::woken ? 1 : 0;
        early += clock::now() - begin < length ? 1 : 0;
    }
    EXPECT_EQ(early, 0);
    EXPECT_EQ(woken, 0);
}

TYPED_TEST_P(never_early, nor_late_with_a_permit_however_long) {
    const watchdog patience("never_early with a permit");
    std::mt19937 random(1);
    TypeParam one;
    for (int i = 0; i < 10'000; ++i) {
        one.wake();
        const nanoseconds length = nanoseconds::max() - i % 3 * nanoseconds(random());
        ASSERT_EQ(one.sleep_for(length), sleep::outcome::woken);
        ASSERT_EQ(one.sleep_for(-length), sleep::outcome::timeout);
    }
}

REGISTER_TYPED_TEST_SUITE_P(never_early, whatever_the_length, nor_late_with_a_permit_however_long);

} // namespace tollgate::faults::sleepers
