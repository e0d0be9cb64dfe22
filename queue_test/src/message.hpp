// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tollgate::queue_test {

/// The message that goes through the queues. It is trivially copyable, and all its words follow
/// from its number, so a torn or overwritten message is found. To fill and to check it are loops
/// that vectorize: they cost little beside the copies that a queue makes. Numbers are below 2^63.
template <std::size_t Bytes>
struct message {
    static_assert(Bytes >= 8 && Bytes % 8 == 0);

    void fill(std::uint64_t number) {
        words[0] = number;
        for (std::size_t i = 1; i < words.size(); ++i) {
            words[i] = number + i * step;
        }
    }

    [[nodiscard]] std::uint64_t number() const { return words[0]; }

    /// Always true for a single word: there is nothing to compare it with.
    [[nodiscard]] bool intact() const {
        std::uint64_t wrong_bits = 0;
        for (std::size_t i = 1; i < words.size(); ++i) {
            wrong_bits |= words[i] ^ (words[0] + i * step);
        }
        return wrong_bits == 0;
    }

    std::array<std::uint64_t, Bytes / 8> words;

private:
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;
};

/// The number of a message that tells its receiver to end.
inline constexpr std::uint64_t end_of_messages = (std::uint64_t{1} << 63) - 1;

} // namespace tollgate::queue_test
