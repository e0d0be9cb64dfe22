// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// A `word_wait` in the kernel: FUTEX_WAIT_BITSET and FUTEX_WAKE, private to the process, with
/// absolute deadlines on CLOCK_MONOTONIC.
///
/// - *Threads*: any. No wake is lost: the kernel compares the word under the lock of its own queue,
///   and FUTEX_WAKE takes that lock.
/// - *Cost*: one system call each. For a thread that is not real-time, the kernel may add the
///   thread's timer slack (50 µs by default) to a deadline.
struct futex_word {
    /// Blocks while the word holds `expected`, until a `wake_one`; may also return spuriously.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    /// The same, until the deadline at most.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    /// Ends one wait at this address. Does not access the word.
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
