// SPDX-License-Identifier: BSL-1.0
//
// Groups whose children start children, throw and end in any order, while another thread cancels.
#include "owners.hpp"

#include <tollgate/cancel/sleep.hpp>
#include <tollgate/cancel/standalone_token.hpp>
#include <tollgate/cancel/task_group.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <random>
#include <stdexcept>

namespace tollgate::cancel {
namespace {

constexpr int groups = 3'000 / testing::stress_divisor;

/// Starts up to three children, and so on. Each counts its end. Some throw, and some wait for the
/// cancellation.
void grow(task_group& group, std::atomic<int>& running, std::uint32_t seed, const token& own) {
    std::minstd_rand random(seed);
    for (auto children = random() % 4; seed < 1'000'000 && children > 0; --children) {
        ++running;
        group.start(
            [&group, &running](std::uint32_t child_seed, const token& token_of_child) {
                grow(group, running, child_seed, token_of_child);
            },
            seed * 10 + static_cast<std::uint32_t>(children));
    }
    const auto ending = random() % 16;
    if (ending == 0) {
        sleep_until(std::chrono::steady_clock::time_point::max(), own);
    }
    --running;
    if (ending == 1) {
        throw std::runtime_error("a child");
    }
}

TEST(a_task_group, of_children_that_start_children_ends_when_all_have_ended) {
    const testing::watchdog guard("a_task_group");
    std::minstd_rand random(testing::drawn_seed());
    canceller other;
    int thrown = 0;
    for (int round = 0; round < groups; ++round) {
        standalone_token parent;
        std::atomic<int> running = 1;
        {
            task_group group(parent);
            const auto seed = static_cast<std::uint32_t>(1 + random() % 1'000);
            group.start([&](const token& own) { grow(group, running, seed, own); });
            other.begin([&] { parent.cancel(); });
            if (round % 4 != 0) { // otherwise the destructor joins
                try {
                    group.wait();
                } catch (const std::runtime_error&) {
                    ++thrown;
                }
            }
        }
        EXPECT_EQ(running, 0);
        other.await();
    }
    std::cout << thrown << " groups threw\n"; // depends on luck
}

} // namespace
} // namespace tollgate::cancel
