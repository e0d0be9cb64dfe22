// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness::detail {

/// Writes whole lines to a descriptor that may be full, gone, or nothing at all, and neither waits
/// for long nor raises an error nor lets SIGPIPE through.
///
/// A piece is written when poll(2) says that there is room, and is at most PIPE_BUF bytes long: so
/// much then fits into a pipe, and the write returns at once. It might not if another writer takes
/// the room meanwhile, or on a terminal that is nearly full.
///
/// Threads: one at a time.
class line_writer {
public:
    /// The words for "so many were not written": lines, ended.
    using notice = std::string (*)(std::uint64_t not_written);

    /// `patience` is for all writing of one text. A reader that takes longer has lost it, and loses
    /// the next ones without being waited for as long as there is no room at all: many texts do
    /// not take many times that.
    line_writer(int descriptor, notice how_to_say,
                std::chrono::milliseconds patience = std::chrono::seconds(1)) noexcept
        : descriptor_(descriptor), notice_(how_to_say), patience_(patience) {}

    /// The text is one or more lines, ended. What was not written before is mentioned first.
    void write(std::string_view text);

    /// So many texts, in all, were not written wholly.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return not_written_; }

private:
    using time_point = std::chrono::steady_clock::time_point;

    [[nodiscard]] bool write_all(std::string_view text, time_point deadline);
    [[nodiscard]] bool write_with_notice(std::string_view text, time_point deadline);

    int descriptor_;
    notice notice_;
    std::chrono::milliseconds patience_;
    std::uint64_t not_written_ = 0;
    std::uint64_t not_mentioned_ = 0;
    bool is_in_a_line_ = false;
    bool was_given_up_ = false; ///< the last text
};

} // namespace tollgate::liveness::detail
