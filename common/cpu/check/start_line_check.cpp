// SPDX-License-Identifier: BSL-1.0
#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/cpu/start_line.hpp>

#include "this_thread_mask.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace {

using namespace tollgate::cpu;

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

// No thread can arrive unless those that wait yield.
TEST(start_line, nobody_leaves_before_the_last_has_come_on_a_single_cpu) {
    if (!detail::threads_can_be_pinned()) {
        GTEST_SKIP() << "this system does not let a thread choose its CPU";
    }
    constexpr std::size_t runners = 8;
    start_line line(runners);
    std::atomic<std::size_t> came{0};
    std::vector<std::size_t> seen(runners);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < runners; ++i) {
        threads.emplace_back([&, i] {
            pin_this_thread(allowed_cpus().back());
            came.fetch_add(1, std::memory_order_relaxed);
            line.wait();
            seen[i] = came.load(std::memory_order_relaxed);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(seen, std::vector<std::size_t>(runners, runners));
}

} // namespace
