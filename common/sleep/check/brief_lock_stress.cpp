// SPDX-License-Identifier: BSL-1.0
//
// Threads that count together under a lock: what it lets through twice is missing in the end, and a
// thread sanitizer sees whether it orders them.
#include <tollgate/sleep/brief_lock.hpp>

#include <tollgate/faults/stress.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace tollgate::sleep {
namespace {

TEST(counting_under_a_brief_lock, loses_nothing) {
    constexpr int threads = 4;
    constexpr int turns = 200'000 / faults::stress_divisor;
    const faults::watchdog patience("counting under a lock");
    brief_lock lock;
    long count = 0; // guarded by the lock
    std::vector<std::thread> all;
    for (int each = 0; each < threads; ++each) {
        all.emplace_back([&] {
            for (int turn = 0; turn < turns; ++turn) {
                const std::lock_guard guard(lock);
                ++count;
            }
        });
    }
    for (std::thread& one : all) {
        one.join();
    }
    EXPECT_EQ(count, long{threads} * turns);
}

TEST(brief_lock, may_be_destroyed_by_who_has_unlocked_it_last) {
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
