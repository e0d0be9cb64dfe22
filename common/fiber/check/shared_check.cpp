// SPDX-License-Identifier: BSL-1.0
//
// Fibers of several threads, and threads without fibers.
#include "scenario.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>
#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace tollgate::fiber {
namespace {

using namespace std::chrono_literals;
using queue::status;
using shared_numbers = shared_channel<int, scripted_clock>;

TEST(a_shared_channel, wakes_a_scheduler_that_sleeps) {
    constexpr int few = 100;
    const testing::watchdog guard("a scheduler that sleeps");
    shared_numbers items(0);
    shared_numbers answers(0);
    std::atomic<std::uint64_t> sleeps = 0;
    std::thread other([&] {
        run_on_thread([&] {
            while (auto number = items.pop_for(deferred(1h))) {
                sleeps = scripted_round_robin::required().so_far().sleeps;
                EXPECT_EQ(answers.push(*number + 1), status::done);
            }
            answers.close();
        });
    });
    run_on_thread([&] {
        for (int i = 0; i < few || sleeps == 0; ++i) {
            if (i >= few) { // on one CPU each thread may be preempted before it has to sleep
                std::this_thread::sleep_for(1ms);
            }
            EXPECT_EQ(items.push(i), status::done);
            EXPECT_EQ(*answers.pop(), i + 1);
        }
        items.close();
        EXPECT_EQ(answers.pop().status(), status::closed);
    });
    other.join();
}

TEST(a_shared_channel, lets_a_thread_without_fibers_cancel_a_sleeping_wait) {
    const testing::watchdog guard("a scheduler that sleeps");
    for (int i = 0; i < 50; ++i) {
        shared_numbers items(0);
        cancel::standalone_token token;
        status ending = status::empty;
        std::thread other(
            [&] { run_on_thread([&] { ending = items.push_for(deferred(1h), 1, token); }); });
        token.cancel();
        other.join();
        EXPECT_EQ(ending, status::cancelled);
        EXPECT_EQ(items.try_pop().status(), status::empty);
    }
}

TEST(a_shared_channel, wakes_a_thread_that_ends_before_the_push_returns) {
    const testing::watchdog guard("a thread that ends");
    for (int i = 0; i < 200; ++i) {
        shared_numbers items(0);
        std::thread other([&] { run_on_thread([&] { EXPECT_EQ(*items.pop(), i); }); });
        // `try_push` may return long after the other thread has ended.
        while (items.try_push(i) == status::full) {
            std::this_thread::yield();
        }
        other.join();
    }
}

} // namespace
} // namespace tollgate::fiber
