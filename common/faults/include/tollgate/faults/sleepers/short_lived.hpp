// SPDX-License-Identifier: BSL-1.0
#pragma once
// The sleeping thread frees its sleeper as soon as it is woken, and the next one comes to lie at
// the same address while the waker is perhaps still on its way to the kernel. The address sanitizer
// sees a waker that touches the sleeper once more; without one, the memory is overwritten and the
// waker that wrote into it would be noticed. Only for sleepers that allow this.

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace tollgate::faults::sleepers {

using namespace std::chrono_literals;
using time_point = std::chrono::steady_clock::time_point;

inline constexpr int lives = 100'000 / stress_divisor;

template <class Sleeper>
class short_lived : public testing::Test {};
TYPED_TEST_SUITE_P(short_lived);

/// Hands the sleepers of a thread to another, which wakes each of them once.
template <class Sleeper>
class wake_service {
public:
    ~wake_service() {
        stop_.store(true);
        thread_.join();
    }

    void order(Sleeper* one) { next_.store(one, std::memory_order_release); }

private:
    void serve() {
        while (!stop_.load(std::memory_order_relaxed)) {
            if (Sleeper* const one = next_.exchange(nullptr, std::memory_order_acquire)) {
                one->wake();
            } else {
                std::this_thread::yield();
            }
        }
    }

    std::atomic<Sleeper*> next_{nullptr};
    std::atomic<bool> stop_{false};
    std::thread thread_{[this] { serve(); }};
};

TYPED_TEST_P(short_lived, may_be_freed_once_it_is_woken) {
    const watchdog patience("short_lived");
    wake_service<TypeParam> waker;
    for (int i = 0; i < lives; ++i) {
        const auto one = std::make_unique<TypeParam>();
        waker.order(one.get());
        ASSERT_EQ(one->sleep_until(time_point::max()), sleep::outcome::woken);
    }
}

// A wake meant for the one before ends no sleep of the next.
TYPED_TEST_P(short_lived, does_not_get_the_wakes_of_the_one_before) {
    const watchdog patience("short_lived at the same address");
    constexpr std::byte garbage{0xa5};
    alignas(TypeParam) std::byte memory[sizeof(TypeParam)];
    wake_service<TypeParam> waker;
    int wrong = 0;
    // Fewer of them: each lasts for as long as the kernel is late.
    for (int i = 0; i < lives / 4; ++i) {
        auto* const one = new (memory) TypeParam;
        waker.order(one);
        wrong += one->sleep_until(time_point::max()) == sleep::outcome::woken ? 0 : 1;
        one->~TypeParam();
        auto* const next = new (memory) TypeParam;
        wrong += next->sleep_for(1us) == sleep::outcome::timeout ? 0 : 1;
        next->~TypeParam();
        std::fill(std::begin(memory), std::end(memory), garbage);
        wrong += static_cast<int>(std::count(std::begin(memory), std::end(memory), garbage)) !=
                 static_cast<int>(sizeof memory);
    }
    EXPECT_EQ(wrong, 0);
}

REGISTER_TYPED_TEST_SUITE_P(short_lived, may_be_freed_once_it_is_woken,
                            does_not_get_the_wakes_of_the_one_before);

} // namespace tollgate::faults::sleepers
