// SPDX-License-Identifier: BSL-1.0
//
// Neither a fiber's wait nor the thread's sleep, when all fibers wait, is a cancellation point of
// pthread_cancel(3).
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/channel.hpp>
#include <tollgate/fiber/sleep.hpp>

#include <gtest/gtest.h>

#include <chrono>

#include <pthread.h>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;

TEST(fibers, of_a_cancelled_thread_wait_to_the_end) {
    bool has_ended = false;
    run_on_thread<round_robin>([&] {
        ::pthread_cancel(::pthread_self());
        channel<int> items(1);
        const cancel::standalone_token never;
        fiber_group all;
        all.add([&] { EXPECT_EQ(sleep_for(1ms, never), cancel::wait_status::timeout); });
        all.add([&] { EXPECT_EQ(items.pop_for(1ms, never).status(), queue::status::timeout); });
        all.add([&] { boost::this_fiber::sleep_for(1ms); });
        all.join();
        has_ended = true;
    });
    EXPECT_TRUE(has_ended);
}

} // namespace
} // namespace tollgate::fiber
