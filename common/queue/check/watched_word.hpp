// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/native_word.hpp>
#include <tollgate/sleep/word_wait.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace tollgate::queue {

/// The system's wait, with counts of the sleeping threads and of the wake-ups: so a check need not
/// guess from times. A thread that counts as asleep is in the wait queue, and its word says that it
/// sleeps. So a notification has to wake it.
///
/// For one check at a time, which starts with `begin()`.
struct watched_word {
    using time_point = std::chrono::steady_clock::time_point;

    static void begin() noexcept {
        asleep = 0;
        wake_ones = 0;
        held = false;
    }

    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
        asleep.fetch_add(1);
        sleep::native_word::wait(word, expected);
        leave();
    }
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     time_point deadline) noexcept {
        asleep.fetch_add(1);
        sleep::native_word::wait(word, expected, deadline);
        leave();
    }
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept {
        wake_ones.fetch_add(1);
        sleep::native_word::wake_one(word);
    }

    static void await_asleep(unsigned threads) noexcept {
        while (asleep.load() != threads) {
            std::this_thread::yield();
        }
    }

    /// Threads that are woken wait for `let_go()`.
    static void hold() noexcept { held = true; }
    static void let_go() noexcept {
        held = false;
        held.notify_all();
    }

    static inline std::atomic<unsigned> asleep{0};
    static inline std::atomic<unsigned> wake_ones{0};

private:
    static void leave() noexcept {
        held.wait(true);
        asleep.fetch_sub(1);
    }

    static inline std::atomic<bool> held{false};
};

static_assert(sleep::word_wait<watched_word>);

} // namespace tollgate::queue
