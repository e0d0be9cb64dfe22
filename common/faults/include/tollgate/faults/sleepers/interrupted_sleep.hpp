// SPDX-License-Identifier: BSL-1.0
#pragma once
// A storm of signals: a handler that does nothing runs many times during each sleep, so that the
// system calls return for no reason again and again. No sleep ends early by it; and all of them
// end, which those that began to wait anew for the whole time never would.

#include <tollgate/faults/watchdog.hpp>
#include <tollgate/sleep/outcome.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <csignal>
#include <pthread.h>

namespace tollgate::faults::sleepers {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;
using time_point = clock::time_point;

inline std::atomic<unsigned> handled{0};

inline void count_signal(int /*signal*/) {
    handled.fetch_add(1, std::memory_order_relaxed);
}

/// While it lives, SIGUSR1 interrupts system calls and they are not restarted. Afterwards it is
/// ignored: the last of them may still be on its way.
class interrupting_handler {
public:
    interrupting_handler() { handle(count_signal); }
    ~interrupting_handler() { handle(SIG_IGN); }
    interrupting_handler(const interrupting_handler&) = delete;
    interrupting_handler& operator=(const interrupting_handler&) = delete;

private:
    static void handle(void (*how)(int)) {
        struct sigaction action {};
        action.sa_handler = how;
        sigemptyset(&action.sa_mask);
        EXPECT_EQ(::sigaction(SIGUSR1, &action, nullptr), 0);
    }
};

/// Sends signals to the thread that made it, one after the other.
class storm {
public:
    storm() : target_(::pthread_self()), sender_([this] { send(); }) {}
    ~storm() {
        over_.store(true);
        sender_.join();
    }
    storm(const storm&) = delete;
    storm& operator=(const storm&) = delete;

private:
    void send() {
        while (!over_.load(std::memory_order_relaxed)) {
            ::pthread_kill(target_, SIGUSR1);
            // Not faster than a system call can begin: then no thread would get anything done.
            std::this_thread::sleep_for(20us);
        }
    }

    interrupting_handler handler_;
    pthread_t target_;
    std::atomic<bool> over_{false};
    std::thread sender_;
};

template <class Sleeper>
class interrupted_sleep : public testing::Test {};
TYPED_TEST_SUITE_P(interrupted_sleep);

TYPED_TEST_P(interrupted_sleep, ends_at_its_deadline_and_not_before) {
    const watchdog patience("interrupted_sleep");
    TypeParam one;
    const unsigned before = handled.load();
    const storm signals;
    unsigned early = 0;
    unsigned woken = 0;
    unsigned sleeps = 0;
    time_point deadline = clock::now();
    // Until there were enough of both, however much of the CPU the sender gets.
    while (early == 0 && (sleeps < 50 || handled.load() - before < 10 * sleeps)) {
        deadline += 10ms;
        woken += one.sleep_until(deadline) == sleep::outcome::woken ? 1 : 0;
        early += clock::now() < deadline ? 1 : 0;
        ++sleeps;
    }
    EXPECT_EQ(early, 0U);
    EXPECT_EQ(woken, 0U);
}

TYPED_TEST_P(interrupted_sleep, without_deadline_ends_by_its_wake) {
    const watchdog patience("interrupted_sleep without deadline");
    TypeParam one;
    const storm signals;
    std::atomic<unsigned> wakes{0};
    std::thread waker([&] {
        for (int i = 0; i < 20; ++i) {
            const unsigned until = handled.load() + 20;
            while (handled.load() < until) {
                std::this_thread::yield();
            }
            wakes.fetch_add(1);
            one.wake();
        }
    });
    for (unsigned i = 1; i <= 20; ++i) {
        // Two wakes may become one permit if the sleeper is slow; none is made up.
        if (wakes.load() == 20) {
            break;
        }
        EXPECT_EQ(one.sleep_until(time_point::max()), sleep::outcome::woken);
        EXPECT_GE(wakes.load(), i);
    }
    waker.join();
}

REGISTER_TYPED_TEST_SUITE_P(interrupted_sleep, ends_at_its_deadline_and_not_before,
                            without_deadline_ends_by_its_wake);

} // namespace tollgate::faults::sleepers
