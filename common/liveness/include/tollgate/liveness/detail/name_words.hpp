// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tollgate::liveness::detail {

template <class Word>
[[nodiscard]] inline std::uint64_t load_bytes(const char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

/// Fewer than 8 bytes as the word that they would be in memory, with zeros behind them. Put
/// together in a register, of loads that may overlap: a word that is read right after its bytes
/// were written one by one waits for all of the stores, and that costs more than the rest of a
/// registration.
[[nodiscard]] inline std::uint64_t short_word(const char* from, std::size_t length) noexcept {
    if constexpr (std::endian::native == std::endian::little) {
        if (length >= 4) {
            return load_bytes<std::uint32_t>(from) | load_bytes<std::uint32_t>(from + length - 4)
                                                         << (8 * (length - 4));
        }
        if (length >= 2) {
            return load_bytes<std::uint16_t>(from) | load_bytes<std::uint16_t>(from + length - 2)
                                                         << (8 * (length - 2));
        }
        return length == 0 ? 0 : load_bytes<std::uint8_t>(from);
    } else {
        std::uint64_t word = 0;
        std::memcpy(&word, from, length);
        return word;
    }
}

} // namespace tollgate::liveness::detail
