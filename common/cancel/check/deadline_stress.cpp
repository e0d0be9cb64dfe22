// SPDX-License-Identifier: BSL-1.0
//
// Threads make, share, cancel and drop sources whose deadlines come at any moment.
#include "scripted_handler.hpp"

#include <tollgate/cancel/cancellation_guard.hpp>
#include <tollgate/cancel/cancellation_source.hpp>
#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/source_with_deadline.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <random>
#include <thread>
#include <vector>

namespace tollgate::cancel {
namespace {

using clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr int rounds = 40'000 / testing::stress_divisor;
constexpr std::uint64_t by_hand = 1;

struct counts {
    std::atomic<int> early{0};
    std::atomic<int> late{0}; ///< cancelled by hand or by the leader, before the deadline
    std::atomic<int> handlers{0};
};

/// One source with a leader of the same kind. It is dropped at some moment, cancelled, or awaited.
void live(std::mt19937& random, counts& all) {
    const auto up_to = [&random](int most) {
        return std::uniform_int_distribution<int>(0, most)(random);
    };
    const auto leader = source_with_deadline(nanoseconds(up_to(60'000)));
    const auto source = source_with_deadline(leader, nanoseconds(up_to(60'000)));
    const sourced_token own = source.get_token();
    scripted_handler handler;
    cancellation_guard guard(own, handler);
    const int choice = up_to(9);
    if (choice < 3) {
        sleep_until((clock::time_point::max)(), own);
    } else if (choice < 5) {
        source.cancel(by_hand);
    } else {
        sleep_for(nanoseconds(up_to(60'000)), own);
    }
    guard.release();
    const cancellation_reason reason = own.reason();
    if (reason == reason_kind::deadline && clock::now() < own.deadline()) {
        ++all.early;
    }
    all.late += reason == by_hand ? 1 : 0;
    all.handlers += handler.cancels;
}

TEST(deadlines, come_for_sources_that_live_and_end_on_several_threads) {
    const testing::watchdog watchdog("deadlines");
    const std::uint32_t seed = testing::drawn_seed();
    counts all;
    std::vector<std::thread> threads;
    for (std::uint32_t which = 0; which < 3; ++which) {
        threads.emplace_back([&all, which, seed] {
            std::mt19937 random(seed + which);
            for (int round = 0; round < rounds; ++round) {
                live(random, all);
            }
        });
    }
    for (std::thread& each : threads) {
        each.join();
    }
    EXPECT_EQ(all.early, 0);
    std::cout << all.handlers << " handlers ran, " << all.late
              << " sources were cancelled by hand\n";
}

} // namespace
} // namespace tollgate::cancel
