// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness {

struct event;

namespace detail {

/// Writes whole lines to a descriptor that may be full, closed or invalid. A call does not wait for
/// long, reports no error, and raises neither SIGPIPE nor SIGXFSZ. One thread at a time may use a
/// writer.
///
/// The class writes a text in pieces. Before each piece, the class waits until poll(2) reports
/// room. A piece has at most PIPE_BUF bytes, and fits into a pipe with room, so write(2) returns at
/// once.
/// There are two exceptions: write(2) may wait if another writer takes the room after poll(2), or
/// on a terminal that is nearly full.
class line_writer {
public:
    /// A function that returns a notice: a text with the number of texts that were not written. A
    /// notice is one or more lines with newlines.
    using notice = std::string (*)(std::uint64_t not_written);

    /// `time_budget` is the longest time to wait until the reader has made room for one text. After
    /// this time, the writer gives up the text: the rest of the text is not written. As long as
    /// there is no room at all, the writer gives up the next texts without waiting.
    line_writer(int descriptor, notice make_notice,
                std::chrono::milliseconds time_budget = std::chrono::seconds(1)) noexcept
        : descriptor_(descriptor), notice_(make_notice), time_budget_(time_budget) {}

    /// Writes a text of one or more lines with newlines. If earlier texts were not written, a
    /// notice about them comes first.
    void write(std::string_view text);

    /// The total number of texts of which nothing, or only a part, was written.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return not_written_; }

private:
    using time_point = std::chrono::steady_clock::time_point;

    [[nodiscard]] bool write_all(std::string_view text, time_point deadline);
    [[nodiscard]] bool write_with_notice(std::string_view text, time_point deadline);

    int descriptor_;
    notice notice_;
    std::chrono::milliseconds time_budget_;
    std::uint64_t not_written_ = 0;
    std::uint64_t not_mentioned_ = 0; ///< texts that were not written since the last notice
    bool is_in_a_line_ = false;       ///< the last byte that was written is not a newline
    bool was_given_up_ = false;       ///< the last text was given up
};

} // namespace detail

/// Returns an event as a text for people to read: lines with newlines.
///
/// ```text
/// Frozen: reader (thread 4711), silent for 3.000 s, timeout 2.000 s
///     last checkpoint 8, 3.000 s ago, at 2021-12-09 23:29:36.201 UTC (12 passed)
///     before it 7 (3.002 s ago)
///     blocked in futex_wait_queue
///     #0  libc.so.6+0x8b1f0
///     #1  server+0x1a2b3
///     addr2line -Cfipe /lib/libc.so.6 0x8b1f0
///     addr2line -Cfipe /usr/bin/server 0x1a2b3
/// ```
///
/// The texts of the other kinds of events begin with "Overdue: " and "Recovered: ". The text about
/// a recovered thread contains no state. Times have the resolution of the monitor's period. The
/// time of silence in the text is the age of the last checkpoint. event::silent_for may be shorter,
/// because this value does not contain the lateness of the monitor.
///
/// The last lines are commands that print the names of the calls, one command for each module. The
/// name of a scope or a file cannot begin a new line or control a terminal, because some characters
/// are escaped. Control characters, direction marks and bytes outside UTF-8 appear as `\xNN`, and a
/// backslash appears as two backslashes.
///
/// - *Threads*: any; a pure function.
/// - *Exceptions*: only std::bad_alloc.
[[nodiscard]] std::string to_text(const event& report);

/// Writes events to a descriptor, for people to read.
///
///     const int standard_error = 2;
///     tollgate::liveness::text_sink to_stderr(standard_error); // for settings::sinks
///
/// If a pipe's reader does not read, or if a disk is full, the sink gives up an event after one
/// second. As long as there is no room at all, the sink gives up the next events without waiting.
/// The next event that can be written begins on a new line, after a line "3 events were not
/// written".
///
/// - *Threads*: one at a time. A copy has its own count of events that were not written.
/// - *Lifetime*: the descriptor belongs to the caller, and must stay open until the last event.
/// - *Exceptions*: a failed write throws no exception, and raises no SIGPIPE or SIGXFSZ.
/// - *Cost*: an event takes at most a second. A write may wait longer if other programs write to
///   the same pipe, or if the output of a terminal is stopped.
class text_sink {
public:
    /// Writes to this open descriptor.
    explicit text_sink(int descriptor) noexcept;

    /// Writes one event.
    void operator()(const event& report) { writer_.write(to_text(report)); }

    /// The total number of events of which nothing, or only a part, was written.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
