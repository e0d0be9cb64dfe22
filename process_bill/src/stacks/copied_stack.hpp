// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <sys/types.h>

namespace tollgate::bill {

/// Reads memory of the process of a thread, and returns how many bytes at the beginning it could
/// read. If it is not all, errno tells the reason.
std::size_t read_memory(pid_t thread, std::uint64_t address, std::span<std::byte> bytes);

/// Reads one word of the process of a thread.
[[nodiscard]] std::optional<std::uint64_t> read_word(pid_t thread, std::uint64_t address);

/// A copy of the top of a thread's stack. It grows when somebody asks for a word that is further
/// from the top, up to 256 KiB: the thread may have large arrays on its stack.
class copied_stack {
public:
    static constexpr std::size_t first_bytes = std::size_t{16} * 1024;

    /// Replaces the copy by that of the stack with its top at this address. Returns false if
    /// nothing can be read; then errno tells the reason.
    bool copy(pid_t thread, std::uint64_t top, std::size_t bytes = first_bytes);

    /// Returns the word at this address, or nothing if it is not on the stack.
    [[nodiscard]] std::optional<std::uint64_t> word(std::uint64_t address);

    /// Whether this address is in the copy.
    [[nodiscard]] bool contains(std::uint64_t address) const {
        return address >= top_ && address - top_ < bytes_.size();
    }

    [[nodiscard]] std::uint64_t top() const { return top_; }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    /// Whether the copy has grown, so that its parts may be of different times.
    [[nodiscard]] bool grown() const { return grown_; }

private:
    void grow(std::size_t bytes);

    pid_t thread_ = 0;
    std::uint64_t top_ = 0;
    std::vector<std::byte> bytes_;
    bool grown_ = false;
    bool complete_ = false; ///< there is no more to read
};

} // namespace tollgate::bill
