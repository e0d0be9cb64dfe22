// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/cpu/start_line.hpp>

#include "this_thread_mask.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>
#include <vector>

namespace {

using namespace tollgate::cpu;

// How many of `runners` were seen to have come by each of them after the line; optionally all on
// one CPU, where nobody can arrive unless those who wait give way.
std::vector<std::size_t> seen_after_line(std::size_t runners, std::optional<int> cpu) {
    start_line line(runners);
    std::atomic<std::size_t> came{0};
    std::vector<std::size_t> seen(runners);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < runners; ++i) {
        threads.emplace_back([&, i] {
            if (cpu) {
                pin_this_thread(*cpu);
            }
            came.fetch_add(1, std::memory_order_relaxed);
            line.wait();
            seen[i] = came.load(std::memory_order_relaxed);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return seen;
}

TEST(start_line, one_runner_does_not_wait) {
    start_line line(1);
    line.wait();
}

TEST(start_line, nobody_leaves_before_the_last_has_come) {
    for (const std::size_t runners : {2U, 3U, 16U}) {
        EXPECT_EQ(seen_after_line(runners, std::nullopt),
                  std::vector<std::size_t>(runners, runners));
    }
}

TEST(start_line, an_opened_line_holds_nobody) {
    start_line line(3);
    bool published = false;
    std::thread runner([&] {
        line.wait();
        EXPECT_TRUE(published);
    });
    published = true;
    line.open();
    runner.join();
    line.wait();
}

TEST(start_line, works_on_a_single_cpu) {
    if (!detail::threads_can_be_pinned()) {
        GTEST_SKIP() << "this system does not let a thread choose its CPU";
    }
    EXPECT_EQ(seen_after_line(8, allowed_cpus().back()), std::vector<std::size_t>(8, 8));
}

TEST(start_line, holds_the_others_until_the_last_one_comes) {
    start_line line(3);
    std::atomic<int> left{0};
    std::vector<std::thread> others;
    others.reserve(2);
    for (int i = 0; i < 2; ++i) {
        others.emplace_back([&] {
            line.wait();
            left.fetch_add(1);
        });
    }
    // However far the others have come by now, they cannot be through.
    EXPECT_EQ(left.load(), 0);
    line.wait();
    for (std::thread& other : others) {
        other.join();
    }
    EXPECT_EQ(left.load(), 2);
}

} // namespace
