// SPDX-License-Identifier: BSL-1.0
//
// Fibers of several threads, and threads that have none.
#include "scene.hpp"

#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/faults/stress.hpp>
#include <tollgate/fiber/deferred.hpp>
#include <tollgate/fiber/shared_channel.hpp>

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
    const faults::watchdog guard("a scheduler that sleeps");
    shared_numbers items(0);
    shared_numbers answers(0);
    std::atomic<std::uint64_t> sleeps = 0;
    std::thread other([&] {
        play([&] {
            while (auto one = items.pop_for(deferred(1h))) {
                sleeps = scripted_round_robin::required().so_far().sleeps;
                EXPECT_EQ(answers.push(*one + 1), status::done);
            }
            answers.close();
        });
    });
    play([&] {
        for (int i = 0; i < few || sleeps == 0; ++i) {
            if (i >= few) { // on one CPU each may be preempted by the other before it has to sleep
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

TEST(a_shared_channel, lets_a_thread_without_fibers_cancel_who_sleeps) {
    const faults::watchdog guard("a scheduler that sleeps");
    for (int i = 0; i < 50; ++i) {
        shared_numbers items(0);
        cancel::standalone_token token;
        status how = status::empty;
        std::thread other([&] { play([&] { how = items.push_for(deferred(1h), 1, token); }); });
        token.cancel();
        other.join();
        EXPECT_EQ(how, status::cancelled);
        EXPECT_EQ(items.try_pop().status(), status::empty);
    }
}

TEST(a_shared_channel, ends_with_the_thread_that_waited_and_the_waker_is_not_done_yet) {
    const faults::watchdog guard("a thread that ends");
    for (int i = 0; i < 200; ++i) {
        shared_numbers items(0);
        std::thread other([&] { play([&] { EXPECT_EQ(*items.pop(), i); }); });
        // `try_push` may return long after the other thread has ended.
        while (items.try_push(i) == status::full) {
            std::this_thread::yield();
        }
        other.join();
    }
}

} // namespace
} // namespace tollgate::fiber
