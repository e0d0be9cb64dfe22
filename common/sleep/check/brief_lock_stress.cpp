// SPDX-License-Identifier: BSL-1.0
//
// Threads count together under a lock. If two of them hold it at once, a count is missing in the
// end; ThreadSanitizer checks the memory order.
#include <tollgate/sleep/brief_lock.hpp>

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tollgate::sleep {
namespace {

TEST(counting_under_a_brief_lock, loses_nothing) {
    constexpr int threads = 4;
    constexpr int counts = 200'000 / testing::stress_divisor;
    const testing::watchdog timeout("counting under a lock");
    brief_lock lock;
    long count = 0; // guarded by the lock
    std::vector<std::thread> all;
    for (int each = 0; each < threads; ++each) {
        all.emplace_back([&] {
            for (int i = 0; i < counts; ++i) {
                const std::lock_guard guard(lock);
                ++count;
            }
        });
    }
    for (std::thread& thread : all) {
        thread.join();
    }
    EXPECT_EQ(count, long{threads} * counts);
}

TEST(brief_lock, may_be_destroyed_by_the_thread_that_unlocked_it_last) {
    auto lock = std::make_unique<brief_lock>();
    bool first = true; // guarded by the lock
    const auto leave = [&lock, &first] {
        lock->lock();
        const bool last = !first;
        first = false;
        lock->unlock();
        if (last) {
            lock.reset();
        }
    };
    std::thread other(leave);
    leave();
    other.join();
    EXPECT_EQ(lock, nullptr);
}

} // namespace
} // namespace tollgate::sleep
