// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// A `word_wait` that uses the system call futex: FUTEX_WAIT_BITSET and FUTEX_WAKE. The word is
/// private to the process: threads of other processes cannot use the word. Deadlines are absolute,
/// on CLOCK_MONOTONIC.
///
/// - *Threads*: any. No wake is lost: the kernel compares the word while the kernel holds the lock
///   of its wait queue, and FUTEX_WAKE takes the same lock.
/// - *Cost*: each function takes one system call. If the thread is not a real-time thread, the
///   kernel may add the thread's timer slack (50 µs by default) to a deadline.
struct futex_word {
    /// Blocks until a `wake_one`, if the word has the value `expected`. May also return spuriously.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    /// As above, but returns at the deadline at the latest.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    /// Ends one wait on the word at this address. Does not access the word.
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
