// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tollgate::sleep {

/// Waits with ISO C++ alone, where the system offers no wait on a word: the word's address chooses
/// one of a fixed number of mutexes with a condition variable, shared by all words of the process.
/// `wait` looks at the word under that mutex and `wake_one` takes it, so that a change before
/// `wake_one` is either seen or notified. Words that meet in one place wake each other for nothing.
struct table_word {
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
    static void wait(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                     std::chrono::steady_clock::time_point deadline) noexcept;
    static void wake_one(const std::atomic<std::uint32_t>* word) noexcept;
};

} // namespace tollgate::sleep
