// SPDX-License-Identifier: BSL-1.0
//
// Each lock lets one thread in at a time, and its try_lock never waits.
#include "held.hpp"
#include "locks.hpp"

#include <tollgate/testing/stress.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

namespace tollgate::lock_test {
namespace {

template <class Lock>
concept can_be_tried = needs_node<Lock> || requires(Lock& lock) {
    lock.try_lock();
};

template <class Tuple>
struct types_of;
template <class... Lock>
struct types_of<std::tuple<Lock...>> {
    using types = ::testing::Types<Lock...>;
};

template <class Tuple>
struct tried;
template <class... Lock>
struct tried<std::tuple<Lock...>> {
    template <class Each>
    using one_or_none = std::conditional_t<can_be_tried<Each>, std::tuple<Each>, std::tuple<>>;
    using locks = decltype(std::tuple_cat(std::declval<one_or_none<Lock>>()...));
};

struct lock_name {
    template <class Lock>
    static std::string GetName(int /*index*/) {
        return Lock::name;
    }
};

/// Tries to lock on another thread, and unlocks.
template <class Lock>
bool can_be_locked(Lock& lock) {
    bool locked = false;
    std::thread([&] {
        if constexpr (needs_node<Lock>) {
            typename Lock::node own;
            locked = lock.try_lock(own);
            if (locked) {
                lock.unlock(own);
            }
        } else {
            locked = lock.try_lock();
            if (locked) {
                lock.unlock();
            }
        }
    }).join();
    return locked;
}

template <class Lock>
class every_lock : public ::testing::Test {};
TYPED_TEST_SUITE(every_lock, types_of<locks>::types, lock_name);

// Four threads, or as many as there are CPUs if each waiting thread spins.
TYPED_TEST(every_lock, lets_one_thread_in_at_a_time) {
    const tollgate::testing::watchdog guard("every_lock");
    const int threads =
        is_in_order<TypeParam>()
            ? std::min(4, static_cast<int>(std::max(2U, std::thread::hardware_concurrency())))
            : 4;
    constexpr int each = 20'000 / tollgate::testing::stress_divisor;
    const auto lock = std::make_unique<TypeParam>();
    std::latch start(threads);
    std::uint64_t counter = 0; // plain: ThreadSanitizer sees a lock that orders nothing
    std::vector<std::thread> running;
    running.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) {
        running.emplace_back([&] {
            start.count_down();
            while (!start.try_wait()) {
                std::this_thread::yield();
            }
            for (int done = 0; done < each; ++done) {
                const held<TypeParam> locked(*lock);
                ++counter;
            }
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    EXPECT_EQ(counter, static_cast<std::uint64_t>(threads) * each);
}

template <class Lock>
class every_tried_lock : public ::testing::Test {};
TYPED_TEST_SUITE(every_tried_lock, types_of<tried<locks>::locks>::types, lock_name);

TYPED_TEST(every_tried_lock, never_waits) {
    TypeParam lock;
    for (int i = 0; i < 3; ++i) {
        {
            const held<TypeParam> locked(lock);
            EXPECT_FALSE(can_be_locked(lock));
        }
        EXPECT_TRUE(can_be_locked(lock));
    }
}

} // namespace
} // namespace tollgate::lock_test
