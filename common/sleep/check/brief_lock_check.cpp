// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/brief_lock.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

namespace tollgate::sleep {
namespace {

static_assert(sizeof(brief_lock) == 1);

TEST(brief_lock, is_taken_as_often_as_it_is_given_back) {
    brief_lock one;
    for (int each = 0; each < 3; ++each) {
        const std::lock_guard guard(one);
    }
}

TEST(brief_lock, lets_nobody_in_before_its_holder_has_left) {
    brief_lock one;
    bool left = false; // guarded by the lock
    std::atomic<bool> came{false};
    one.lock();
    std::thread other([&] {
        came = true;
        const std::lock_guard guard(one);
        EXPECT_TRUE(left);
    });
    while (!came) {
        std::this_thread::yield();
    }
    for (int each = 0; each < 100; ++each) {
        std::this_thread::yield(); // the other one has time to be wrong
    }
    left = true;
    one.unlock();
    other.join();
}

TEST(brief_lock, is_destroyed_by_who_has_unlocked_it_last) {
    auto one = std::make_unique<brief_lock>();
    bool first = true; // guarded by the lock
    const auto leave = [&one, &first] {
        one->lock();
        const bool last = !first;
        first = false;
        one->unlock();
        if (last) {
            one.reset();
        }
    };
    std::thread other(leave);
    leave();
    other.join();
    EXPECT_EQ(one, nullptr);
}

} // namespace
} // namespace tollgate::sleep
