// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// A `word_wait` in ISO C++ alone, for systems without a wait on a word. The word's address selects
/// one of a fixed number of mutexes with a condition variable, which all words of the process
/// share.
///
/// - *Threads*: any. No wake is lost: `wait` checks the word under that mutex, and `wake_one` takes
///   the mutex. So a change before `wake_one` is seen or notified.
/// - *Cost*: a lock of the mutex each. Words with the same mutex wake each other spuriously.
struct table_word {
    /// Blocks while the word holds `expected`, until a `wake_one`; may also return spuriously.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    /// The same, until the deadline at most.
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    /// Ends one wait at this address. Does not access the word.
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
