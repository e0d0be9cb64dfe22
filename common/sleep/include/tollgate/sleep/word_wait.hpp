// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdint>

namespace tollgate::sleep {

/// Functions with which a thread waits on a 32-bit word. All functions are static.
///
/// - `wait(word, expected)` and `wait(word, expected, deadline)` return at once if the word does
///   not have the value `expected`. Otherwise both functions block until a `wake_one` for the word
///   ends the wait. The second function also returns when the deadline has come. Both functions may
///   also return spuriously, so the caller must check the word again. No wake is lost. Suppose that
///   the word changes, and then a `wake_one` is called. A `wait` either sees the change and
///   returns, or this `wake_one` can end the `wait`.
/// - `wake_one(word)` ends one wait on the word at this address. This function does not access the
///   word, because the word may already be destroyed. As a consequence, a later wait on another
///   word at the same address may return spuriously.
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
