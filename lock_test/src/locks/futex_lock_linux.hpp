// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/sleep/futex_word_linux.hpp>

#include <atomic>
#include <cstdint>

namespace tollgate::lock_test {

/// The mutex of Drepper's "Futexes Are Tricky": one word with three states. A thread that finds the
/// word locked sets it to `contended`, and sleeps. An unlock of a contended word wakes a thread.
///
/// - *Memory order*: an unlock releases the word, and the next lock acquires it. No wake is lost: a
///   thread sleeps only while the word is `contended`, and the kernel compares the word before.
template <template <class> class Atomic = std::atomic, class Kernel = sleep::futex_word>
class basic_futex_lock {
public:
    static constexpr const char* name = "futex";

    void lock() {
        std::uint32_t found = free;
        if (!word_.compare_exchange_strong(found, locked, std::memory_order_acquire,
                                           std::memory_order_relaxed)) {
            lock_contended();
        }
    }
    bool try_lock() {
        std::uint32_t found = free;
        return word_.compare_exchange_strong(found, locked, std::memory_order_acquire,
                                             std::memory_order_relaxed);
    }
    void unlock() {
        if (word_.exchange(free, std::memory_order_release) == contended) {
            Kernel::wake_one(&word_);
        }
    }

private:
    static constexpr std::uint32_t free = 0;
    static constexpr std::uint32_t locked = 1;
    static constexpr std::uint32_t contended = 2; ///< locked, and a thread may sleep

    /// A thread that has slept cannot know whether others sleep, so it leaves `contended`.
    void lock_contended() {
        while (word_.exchange(contended, std::memory_order_acquire) != free) {
            Kernel::wait(word_, contended);
        }
    }

    Atomic<std::uint32_t> word_{free};
};
using futex_lock = basic_futex_lock<>;

} // namespace tollgate::lock_test
