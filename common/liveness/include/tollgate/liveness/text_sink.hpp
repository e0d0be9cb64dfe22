// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace tollgate::liveness {

struct event;

namespace detail {

/// Writes whole lines to a descriptor that may be full, gone, or nothing at all, and neither waits
/// for long nor raises an error nor lets SIGPIPE or SIGXFSZ through.
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

} // namespace detail

/// An event for people to read: some lines, the last one ended too.
///
///     Frozen: reader (thread 4711), silent for 3.000 s, timeout 2.000 s
///         last checkpoint 8, 3.000 s ago, at 2021-12-09 23:29:36.201 UTC (12 passed)
///         before it 7 (3.002 s ago)
///         blocked in futex_wait_queue
///         #0  libc.so.6+0x8b1f0
///         #1  server+0x1a2b3
///         addr2line -Cfipe /lib/libc.so.6 0x8b1f0
///         addr2line -Cfipe /usr/bin/server 0x1a2b3
///
/// "Overdue: " and "Recovered: " begin the other kinds; one that has recovered has no state. Ages
/// and times have the resolution of the monitor's period. The silence is the age of the last
/// checkpoint; while the monitor was late itself it held less against the thread
/// (event::silent_for). The commands, one for each module, turn
/// the calls into names. Whatever a name contains, no line of it is lost and no terminal obeys it:
/// control characters, marks of direction and what is not UTF-8 appear as \xNN, a backslash as two.
///
/// Pure; any thread. Throws nothing but std::bad_alloc.
[[nodiscard]] std::string to_text(const event& what);

/// Writes events to a descriptor as people read them. The descriptor stays the caller's, who closes
/// it, not before the last event.
///
/// An event takes at most a second: what has not been written then, because the reader of a pipe
/// does not read or a disk is full, is given up, and so are the next ones, without waiting, as long
/// as there is no room at all. Nothing is thrown for it, and no SIGPIPE or SIGXFSZ raised. The next
/// event that can be written is preceded by a line "3 events were not written", and begins a line
/// of its own. Where other programs write to the same pipe, or to a terminal whose output is held
/// up, a write may wait longer.
///
/// Threads: one at a time. A copy counts for itself what it did not write.
class text_sink {
public:
    explicit text_sink(int descriptor) noexcept;

    void operator()(const event& what) { writer_.write(to_text(what)); }

    /// So many events, in all, were not written wholly.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
