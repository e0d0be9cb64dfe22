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
///   `expected`, until somebody calls `wake_one` for it or the deadline has come. They may also
///   return for no reason at all: the caller looks again. A `wake_one` that follows a change of the
///   word is never missed by a `wait` that had not seen the change.
/// - `wake_one(word)` ends one wait on that address. It does not touch the word, which may be gone
///   by then; whoever waits at the same address afterwards sees one more return for no reason.
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
