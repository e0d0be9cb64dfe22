// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace tollgate::lock_test {

/// Two numbers that belong together.
template <class Number>
struct pair_of {
    Number first;
    Number second;
};

/// A sequence lock around two numbers. A reader writes nothing: it reads the sequence number, the
/// data, and the sequence number again. If the number is odd or has changed, the reader has to
/// repeat the read. One thread writes.
///
/// - *Memory order*: a reader that sees a new word must also see that the sequence number has
///   changed. The writer stores the odd number before each word, and releases each word. The reader
///   acquires each word before it reads the number again. So the second reading of the number is at
///   least the odd number. The data is atomic, because readers read it while it changes. (The form
///   with fences is equal; ThreadSanitizer does not know fences.)
template <template <class> class Atomic = std::atomic>
class basic_sequence_lock {
public:
    using value = pair_of<std::uint64_t>;

    /// By the writer.
    void write(value next) {
        const std::uint64_t sequence = sequence_.load(std::memory_order_relaxed);
        sequence_.store(sequence + 1, std::memory_order_relaxed);
        first_.store(next.first, std::memory_order_release);
        second_.store(next.second, std::memory_order_release);
        sequence_.store(sequence + 2, std::memory_order_release);
    }

    /// Empty if the writer wrote meanwhile.
    [[nodiscard]] std::optional<value> try_read() const {
        const std::uint64_t sequence = sequence_.load(std::memory_order_acquire);
        const value seen{first_.load(std::memory_order_acquire),
                         second_.load(std::memory_order_acquire)};
        const bool unchanged = sequence_.load(std::memory_order_relaxed) == sequence;
        return unchanged && sequence % 2 == 0 ? std::optional(seen) : std::nullopt;
    }

private:
    Atomic<std::uint64_t> sequence_{0};
    Atomic<std::uint64_t> first_{0};
    Atomic<std::uint64_t> second_{0};
};
using sequence_lock = basic_sequence_lock<>;

} // namespace tollgate::lock_test
