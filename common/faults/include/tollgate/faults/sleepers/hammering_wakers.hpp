// SPDX-License-Identifier: BSL-1.0
#pragma once
// Many wakers and one sleeper. Each waker writes before each wake, so the sleeper that goes on
// sleeping until it has seen the last of every waker hangs when a wake is lost or does not publish.

#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace tollgate::faults::sleepers {

using namespace std::chrono_literals;
using time_point = std::chrono::steady_clock::time_point;

inline constexpr std::size_t wakers = 8;
inline constexpr int wakes_of_each = 300'000 / stress_divisor;

template <class Sleeper>
class hammered : public testing::Test {};
TYPED_TEST_SUITE_P(hammered);

/// What each waker has written, relaxed: the sleeper orders it, or nobody does. They begin
/// together: one alone would be through before the next has started.
struct payload {
    std::array<std::atomic<int>, wakers> written{};
    std::atomic<std::size_t> started{0};

    [[nodiscard]] bool complete() const {
        return std::all_of(written.begin(), written.end(), [](const std::atomic<int>& one) {
            return one.load(std::memory_order_relaxed) == wakes_of_each;
        });
    }
};

template <class Sleeper>
std::vector<std::thread> start_wakers(Sleeper& one, payload& data) {
    std::vector<std::thread> threads;
    for (std::size_t me = 0; me < wakers; ++me) {
        threads.emplace_back([&one, &data, me] {
            data.started.fetch_add(1);
            while (data.started.load() < wakers) {
                std::this_thread::yield();
            }
            for (int i = 1; i <= wakes_of_each; ++i) {
                data.written[me].store(i, std::memory_order_relaxed);
                one.wake();
            }
        });
    }
    return threads;
}

TYPED_TEST_P(hammered, loses_nothing_without_deadlines) {
    const watchdog patience("hammered");
    TypeParam one;
    payload data;
    std::vector<std::thread> threads = start_wakers(one, data);
    std::size_t woken = 0;
    while (!data.complete()) {
        EXPECT_EQ(one.sleep_until(time_point::max()), sleep::outcome::woken);
        ++woken;
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_LE(woken, wakers * wakes_of_each);
    // One permit at most may be left; the wakes that came too late to be needed are merged in it.
    one.sleep_for(0s);
    EXPECT_EQ(one.sleep_for(0s), sleep::outcome::timeout);
}

TYPED_TEST_P(hammered, loses_nothing_with_deadlines) {
    const watchdog patience("hammered with deadlines");
    TypeParam one;
    payload data;
    std::vector<std::thread> threads = start_wakers(one, data);
    for (int turn = 0; !data.complete(); ++turn) {
        if (turn % 4 == 3) {
            EXPECT_EQ(one.sleep_until(time_point::max()), sleep::outcome::woken);
        } else {
            one.sleep_for(turn % 4 * 1us);
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

// Plain data, given back and forth: the thread sanitizer sees a wake that does not publish.
TYPED_TEST_P(hammered, publishes_plain_data) {
    const watchdog patience("plain data");
    constexpr int rounds = 50'000 / stress_divisor;
    TypeParam there;
    TypeParam back;
    int ball = 0;
    std::thread partner([&] {
        for (int i = 0; i < rounds; ++i) {
            there.sleep_until(time_point::max());
            ++ball;
            back.wake();
        }
    });
    int wrong = 0;
    for (int i = 0; i < rounds; ++i) {
        ++ball;
        there.wake();
        back.sleep_until(time_point::max());
        wrong += ball != 2 * (i + 1) ? 1 : 0;
    }
    partner.join();
    EXPECT_EQ(wrong, 0);
}

REGISTER_TYPED_TEST_SUITE_P(hammered, loses_nothing_without_deadlines, loses_nothing_with_deadlines,
                            publishes_plain_data);

} // namespace tollgate::faults::sleepers
