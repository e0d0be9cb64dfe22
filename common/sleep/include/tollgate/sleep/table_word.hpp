// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// A `word_wait` that uses only ISO C++, for systems that cannot wait on a word. The process has a
/// table with a fixed number of mutexes, each with a condition variable. All words share this
/// table, and the address of a word selects its mutex.
///
/// - *Threads*: any. No wake is lost: `wait` checks the word under the mutex, and `wake_one` locks
///   the same mutex. So either `wait` sees the change before the `wake_one`, or the `wake_one`
///   notifies the waiting thread.
/// - *Cost*: each function locks the mutex. A `wake_one` for a word also ends the waits on other
///   words with the same mutex, as spurious returns.
struct table_word {
    /// Blocks until a `wake_one`, if the word has the value `expected`. May also return spuriously.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    /// As above, but returns at the deadline at the latest.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    /// Ends one wait on the word at this address. Does not access the word.
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
