// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/sanitized.hpp>

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

// What stress checks share.

namespace tollgate::faults {

/// A thread sanitizer makes everything several times slower and looks at orders that never
/// happened: it needs fewer repetitions.
inline constexpr int stress_divisor = is_thread_sanitized ? 5 : 1;

/// The seed of a stress check: TOLLGATE_SEED of the environment, and drawn without it. Printed, so
/// that what was seen once can be tried again.
inline std::uint32_t drawn_seed() {
    const char* const given = std::getenv("TOLLGATE_SEED");
    const std::uint32_t seed = given != nullptr ? static_cast<std::uint32_t>(std::stoul(given))
                                                : std::uint32_t{std::random_device{}()};
    std::cout << "TOLLGATE_SEED=" << seed << '\n';
    return seed;
}

/// Ends the process with a word about it if it lives for too long: a wake that was lost shows as a
/// sleep that never ends. Long enough for a machine that is busy with something else.
class watchdog {
public:
    explicit watchdog(const char* watched,
                      std::chrono::seconds patience = std::chrono::seconds(240))
        : guard_([this, watched, patience] { watch(watched, patience); }) {}

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
    void watch(const char* watched, std::chrono::seconds patience) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, patience, [this] { return over_; })) {
            std::fprintf(stderr, "%s hangs\n", watched);
            std::_Exit(EXIT_FAILURE);
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool over_ = false;
    std::thread guard_;
};

/// Two threads that race in rounds pass it together, and leave it within some nanoseconds. They
/// count how often, from 1.
class meeting {
public:
    void pass(std::uint32_t number) noexcept {
        here_.fetch_add(1);
        for (int looks = 0; here_.load() < 2 * number; ++looks) {
            if (looks > 2000) {
                std::this_thread::yield();
            }
        }
    }

private:
    std::atomic<std::uint32_t> here_{0};
};

/// Who comes first shifts from round to round.
inline void dawdle(std::uint32_t round, std::uint32_t step) {
    for (std::uint32_t spins = round / step % 32; spins > 0; --spins) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
}

} // namespace tollgate::faults
