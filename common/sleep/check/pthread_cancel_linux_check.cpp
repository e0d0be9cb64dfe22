// SPDX-License-Identifier: BSL-1.0
//
// Threads that pthread_cancel(3) cancels while they sleep, wake, or wait for a lock.
#include "all_sleepers.hpp"

#include <tollgate/sleep/no_pthread_cancel.hpp>
#include <tollgate/sleep/pause.hpp>
#include <tollgate/testing/cancelled_thread.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <type_traits>

namespace tollgate::sleep {
namespace {

using namespace std::chrono_literals;
using testing::returns_though_cancelled;

template <class Sleeper>
class a_cancelled_thread : public ::testing::Test {};
TYPED_TEST_SUITE(a_cancelled_thread, all_sleepers, sleeper_name);

TYPED_TEST(a_cancelled_thread, wakes) {
    TypeParam tested;
    EXPECT_TRUE(returns_though_cancelled([&] { tested.wake(); }));
    EXPECT_EQ(tested.sleep_for(0s), outcome::woken);
}

/// Only a sleeper that polls a descriptor has cancellation points.
TYPED_TEST(a_cancelled_thread, sleeps_or_leaves_the_permit) {
    TypeParam tested;
    tested.wake();
    const bool has_slept = returns_though_cancelled([&] { tested.sleep_for(0s); });
    EXPECT_EQ(has_slept, (!std::is_same_v<TypeParam, eventfd_sleeper>));
    EXPECT_EQ(tested.sleep_for(0s), has_slept ? outcome::timeout : outcome::woken);
    EXPECT_EQ(returns_though_cancelled([&] { tested.sleep_for(1ms); }), has_slept);
}

TYPED_TEST(a_cancelled_thread, destroys_its_sleeper) {
    EXPECT_TRUE(returns_though_cancelled([] { [[maybe_unused]] const TypeParam tested; }));
}

TEST(a_pause, of_a_cancelled_thread_goes_on) {
    EXPECT_TRUE(returns_though_cancelled([] {
        pause pause_for_holder;
        for (int i = 0; i < 400; ++i) {
            pause_for_holder();
        }
    }));
}

TEST(no_pthread_cancel, puts_off_cancellation_until_the_next_cancellation_point) {
    bool was_put_off = false;
    EXPECT_FALSE(returns_though_cancelled([&] {
        {
            const no_pthread_cancel outer;
            const no_pthread_cancel inner;
            ::pthread_testcancel();
        }
        was_put_off = true;
        ::pthread_testcancel();
    }));
    EXPECT_TRUE(was_put_off);
}

} // namespace
} // namespace tollgate::sleep
