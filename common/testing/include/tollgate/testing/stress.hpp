// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/testing/sanitized.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace tollgate::testing {

/// Divide the number of repetitions of a stress check by this number. With ThreadSanitizer, all
/// code is several times slower. But ThreadSanitizer needs fewer repetitions, because it also finds
/// races that did not happen in the run.
inline constexpr int stress_divisor = is_thread_sanitized ? 5 : 1;

/// Returns the seed of a stress check: the environment variable TOLLGATE_SEED, or a random number.
/// Prints the seed, so that you can repeat a failure.
///
///     std::mt19937 random(testing::drawn_seed());
inline std::uint32_t drawn_seed() {
    const char* const given = std::getenv("TOLLGATE_SEED");
    const std::uint32_t seed = given != nullptr ? static_cast<std::uint32_t>(std::stoul(given))
                                                : std::uint32_t{std::random_device{}()};
    std::cout << "TOLLGATE_SEED=" << seed << '\n';
    return seed;
}

/// A guard against checks that hang, for example because of a lost wake-up. If the object is not
/// destroyed within the timeout, the process ends with a message. The default timeout is long
/// enough for a busy machine.
///
///     const testing::watchdog guard("my stress check");
class watchdog {
public:
    /// `watched` is the name of the check in the message.
    explicit watchdog(const char* watched, std::chrono::seconds timeout = std::chrono::seconds(240))
        : guard_([this, watched, timeout] { watch(watched, timeout); }) {}

    ~watchdog() {
        {
            const std::lock_guard lock(mutex_);
            over_ = true;
        }
        changed_.notify_one();
        guard_.join();
    }
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

private:
    void watch(const char* watched, std::chrono::seconds timeout) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, timeout, [this] { return over_; })) {
            std::fprintf(stderr, "%s hangs\n", watched);
            std::_Exit(EXIT_FAILURE);
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool over_ = false;
    std::thread guard_;
};

/// A barrier for two threads. Both threads leave the barrier within a few nanoseconds. Use the
/// barrier to repeat a race in many rounds.
class meeting {
public:
    /// Waits for the other thread. In each thread, `number` is 1 in the first call, then 2, 3 …
    void pass(std::uint32_t number) noexcept {
        arrivals_.fetch_add(1);
        for (int spins = 0; arrivals_.load() < 2 * number; ++spins) {
            if (spins > 2000) {
                std::this_thread::yield();
            }
        }
    }

private:
    std::atomic<std::uint32_t> arrivals_{0};
};

/// Delays the thread for a short time. The time changes every `step` rounds, so that the order of
/// two threads also changes.
inline void dawdle(std::uint32_t round, std::uint32_t step) {
    for (std::uint32_t spins = round / step % 32; spins > 0; --spins) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
}

} // namespace tollgate::testing
