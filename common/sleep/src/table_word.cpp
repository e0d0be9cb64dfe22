// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/table_word.hpp>

#include <tollgate/sleep/no_pthread_cancel.hpp>

#include <array>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

namespace tollgate::sleep {
namespace {

struct alignas(64) place {
    std::mutex mutex;
    std::condition_variable changed;
};

/// Never destroyed: a thread may still sleep when the process ends.
place& place_of(const std::atomic<std::uint32_t>* word) {
    constexpr std::size_t places = 61; // a prime, because words lie at multiples of powers of two
    static auto& table = *new std::array<place, places>;
    return table[std::hash<const void*>{}(word) % places];
}

} // namespace

void table_word::wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept {
    const no_pthread_cancel guard;
    place& own = place_of(&word);
    std::unique_lock lock(own.mutex);
    if (word.load(std::memory_order_relaxed) == expected) {
        own.changed.wait(lock);
    }
}

void table_word::wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                      std::chrono::steady_clock::time_point deadline) noexcept {
    const no_pthread_cancel guard;
    place& own = place_of(&word);
    std::unique_lock lock(own.mutex);
    if (word.load(std::memory_order_relaxed) == expected) {
        own.changed.wait_until(lock, deadline);
    }
}

void table_word::wake_one(const std::atomic<std::uint32_t>* word) noexcept {
    place& shared = place_of(word);
    { const std::lock_guard lock(shared.mutex); }
    // A single notification might reach a thread that waits for another word.
    shared.changed.notify_all();
}

} // namespace tollgate::sleep
