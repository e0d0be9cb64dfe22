// SPDX-License-Identifier: BSL-1.0
#pragma once
// Wakes aimed at the moments when a sleep begins and when it ends by itself. One thread sleeps
// until a deadline, the other wakes it: in one round of three within a microsecond of the deadline;
// in one within a microsecond of the time when sleeps really end, since the kernel is late; in one
// while the sleeper is about to lie down. The real end is found by aiming a little later after each
// sleep that was woken and a little earlier after each that was not. After each round the books
// must balance: the one wake was taken by this sleep, or it is there for the next.

#include <tollgate/cpu/affinity.hpp>
#include <tollgate/cpu/allowed.hpp>
#include <tollgate/faults/drawn_seed.hpp>
#include <tollgate/faults/sleepers/amounts.hpp>
#include <tollgate/faults/stress_scale.hpp>
#include <tollgate/faults/watchdog.hpp>
#include <tollgate/sleep/outcome.hpp>
#if defined(__linux__)
#include <tollgate/sleep/timer_slack.hpp>
#endif

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <random>
#include <system_error>
#include <thread>
#include <vector>

namespace tollgate::faults::sleepers {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using time_point = clock::time_point;
using std::chrono::nanoseconds;

/// Two threads that share a CPU never race. Where threads cannot be pinned, they are left to the
/// system.
inline void run_on(const std::vector<int>& cpus, std::size_t which) {
    try {
        cpu::pin_this_thread(cpus[which % cpus.size()]);
    } catch (const std::system_error&) {
        std::cout << "not pinned\n";
    }
}

/// Waits for the other thread: on a CPU of its own for a moment, then by giving way.
inline void wait_until_reached(const std::atomic<std::uint32_t>& counter, std::uint32_t value) {
    for (int looks = 0; counter.load(std::memory_order_acquire) < value; ++looks) {
        if (looks > 2000) {
            std::this_thread::yield();
        }
    }
}

struct books {
    std::uint32_t sleeps = 0;
    std::uint32_t woken = 0;
    std::uint32_t timeouts = 0;
    std::uint32_t kept = 0;     ///< wakes that the next sleep took
    std::uint32_t invented = 0; ///< woken twice by one wake
    std::uint32_t early = 0;
    std::uint32_t close = 0; ///< the wake came within a microsecond of the sleep's end
};

/// The waker's half: `round`, `is_last` and `aim` are the sleeper's, `done` and `woke` its own.
struct duel_state {
    std::atomic<std::uint32_t> round{0};
    std::atomic<std::uint32_t> done{0};
    bool is_last = false;
    time_point aim;
    time_point woke;
};

template <class Sleeper>
void wake_as_aimed(Sleeper& one, duel_state& state) {
    bool is_last = false;
    for (std::uint32_t round = 1; !is_last; ++round) {
        wait_until_reached(state.round, round);
        is_last = state.is_last;
        while (clock::now() < state.aim) {
        }
        state.woke = clock::now();
        one.wake();
        state.done.store(round, std::memory_order_release);
    }
}

template <class Sleeper>
books sleep_and_count(Sleeper& one, duel_state& state, std::uint32_t rounds, unsigned seed) {
#if defined(__linux__)
    const sleep::timer_slack punctual(1ns);
#endif
    constexpr nanoseconds length = std::chrono::microseconds(3);
    books all;
    std::minstd_rand random(seed);
    nanoseconds lateness{0};
    // Where others want the CPUs, a round takes milliseconds.
    const time_point enough = clock::now() + 60s;
    for (std::uint32_t round = 1; !state.is_last; ++round) {
        state.is_last = round == rounds || clock::now() >= enough;
        const time_point deadline = clock::now() + length;
        const bool at_the_end = round % 3 == 1;
        state.aim = round % 3 == 2 ? deadline - length + nanoseconds(random() % 1000)
                                   : deadline + nanoseconds(random() % 2001) - 1us +
                                         (at_the_end ? lateness : 0ns);
        state.round.store(round, std::memory_order_release);
        const sleep::outcome how = one.sleep_until(deadline);
        const time_point end = clock::now();
        const bool early = how == sleep::outcome::timeout && end < deadline;
        wait_until_reached(state.done, round);
        all.close += std::chrono::abs(end - state.woke) <= 1us ? 1 : 0;
        const bool left = one.sleep_until(time_point::min()) == sleep::outcome::woken;
        ++all.sleeps;
        all.early += early ? 1 : 0;
        if (how == sleep::outcome::woken) {
            ++all.woken;
            all.invented += left ? 1 : 0;
        } else {
            ++all.timeouts;
            all.kept += left ? 1 : 0;
        }
        if (at_the_end) {
            const nanoseconds step = how == sleep::outcome::woken ? 50ns : -50ns;
            lateness = std::clamp<nanoseconds>(lateness + step, -length, 10ms);
        }
    }
    return all;
}

template <class Sleeper>
books duel(const std::vector<int>& cpus, std::uint32_t rounds, unsigned seed) {
    Sleeper one;
    duel_state state;
    books all;
    std::thread waker([&] {
        run_on(cpus, 1);
        wake_as_aimed(one, state);
    });
    std::thread sleeper_thread([&] {
        run_on(cpus, 0);
        all = sleep_and_count(one, state, rounds, seed);
    });
    waker.join();
    sleeper_thread.join();
    return all;
}

template <class Sleeper>
class wake_at_the_deadline : public testing::Test {};
TYPED_TEST_SUITE_P(wake_at_the_deadline);

template <class Sleeper>
void expect_each_wake_taken_once() {
    const watchdog patience("wake_at_the_deadline");
    const unsigned seed = faults::drawn_seed();
    constexpr std::uint32_t rounds = amounts<Sleeper>::duels / stress_divisor;
    const std::vector<int> cpus = cpu::allowed_cpus();
    const books all = duel<Sleeper>(cpus, rounds, seed);
    std::cout << all.sleeps << " sleeps, woken " << all.woken << ", timeouts " << all.timeouts
              << ", close " << all.close << '\n';
    EXPECT_EQ(all.woken + all.timeouts, all.sleeps);
    EXPECT_EQ(all.woken + all.kept, all.sleeps) << "wakes lost";
    EXPECT_EQ(all.invented, 0U) << "wakes taken twice";
    EXPECT_EQ(all.early, 0U);
    // Otherwise the race was not hit; on a single CPU there is none.
    if (cpus.size() > 1) {
        EXPECT_GT(all.woken, 0U);
        EXPECT_GT(all.timeouts, 0U);
        EXPECT_GT(all.close, 0U);
    }
}

TYPED_TEST_P(wake_at_the_deadline, is_taken_once) {
    expect_each_wake_taken_once<TypeParam>();
}

REGISTER_TYPED_TEST_SUITE_P(wake_at_the_deadline, is_taken_once);

} // namespace tollgate::faults::sleepers
