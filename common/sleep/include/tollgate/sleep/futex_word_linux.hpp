// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// Waits in the kernel: FUTEX_WAIT_BITSET and FUTEX_WAKE, private to the process, with absolute
/// deadlines on CLOCK_MONOTONIC. One system call each. The kernel compares the word under the lock
/// of its own queue, and FUTEX_WAKE takes that lock: this is what no wake slips through. For
/// threads that are not real-time the kernel may add the thread's timer slack (50 µs by default) to
/// a deadline.
struct futex_word {
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
