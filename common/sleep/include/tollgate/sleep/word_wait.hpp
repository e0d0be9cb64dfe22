// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>

namespace tollgate::sleep {

/// How a thread waits on a 32-bit word; all functions are static.
///
/// - `wait(word, expected)` and `wait(word, expected, deadline)` block while the word holds
///   `expected`, until a thread calls `wake_one` for it or the deadline has come. They may also
///   return spuriously: the caller checks again. A `wait` that has not seen a change of the word
///   never misses the `wake_one` that follows the change.
/// - `wake_one(word)` ends one wait on that address. It does not access the word, which may be
///   destroyed by then. A later wait at the same address may return spuriously once more.
template <class Word>
concept word_wait = requires(const std::atomic<std::uint32_t>& word, std::uint32_t expected,
                             std::chrono::steady_clock::time_point deadline) {
    { Word::wait(word, expected) }
    noexcept;
    { Word::wait(word, expected, deadline) }
    noexcept;
    { Word::wake_one(&word) }
    noexcept;
};

} // namespace tollgate::sleep
