// SPDX-License-Identifier: BSL-1.0
//
// Sleeps of random lengths, from less than nothing to for ever. None ends before its deadline but
// by a wake.
#include "all_sleepers.hpp"

#include <tollgate/check_support/stress_scale.hpp>
#include <tollgate/check_support/watchdog.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <iostream>
#include <random>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

template <class Sleeper>
class never_early : public testing::Test {};
TYPED_TEST_SUITE(never_early, all_sleepers, sleeper_name);

template <class Sleeper>
constexpr int sleeps_for() {
    const bool ours = std::is_same_v<Sleeper, parker> || std::is_same_v<Sleeper, precise_parker>;
    return (ours ? 100'000 : 20'000) / check_support::stress_divisor;
}

/// Every length is as likely as its tenth, from 1 ns to 100 us; now and then nothing, or less.
nanoseconds random_length(std::mt19937& random) {
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

TYPED_TEST(never_early, whatever_the_length) {
    const check_support::watchdog patience("never_early");
    const unsigned seed = std::random_device{}();
    std::cout << "seed " << seed << '\n';
    std::mt19937 random(seed);
    TypeParam one;
    int early = 0;
    int woken = 0;
    for (int i = 0; i < sleeps_for<TypeParam>(); ++i) {
        const nanoseconds length = random_length(random);
        const clock::time_point begin = clock::now();
        woken += one.sleep_for(length) == outcome::woken ? 1 : 0;
        early += clock::now() - begin < length ? 1 : 0;
    }
    EXPECT_EQ(early, 0);
    EXPECT_EQ(woken, 0);
}

TYPED_TEST(never_early, nor_late_with_a_permit_however_long) {
    const check_support::watchdog patience("never_early with a permit");
    std::mt19937 random(1);
    TypeParam one;
    for (int i = 0; i < 10'000; ++i) {
        one.wake();
        const nanoseconds length = nanoseconds::max() - i % 3 * nanoseconds(random());
        ASSERT_EQ(one.sleep_for(length), outcome::woken);
        ASSERT_EQ(one.sleep_for(-length), outcome::timeout);
    }
}

} // namespace
} // namespace tollgate::sleep
