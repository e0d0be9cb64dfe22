// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/detail/line_writer.hpp>

#include <cstdint>

namespace tollgate::liveness {

struct event;

/// Writes events to a descriptor as people read them (to_text.hpp). The descriptor stays the
/// caller's, who closes it, not before the last event.
///
/// An event takes at most a second: what has not been written then, because the reader of a pipe
/// does not read or a disk is full, is given up, and so are the next ones, without waiting, as long
/// as there is no room at all. Nothing is thrown for it and no SIGPIPE raised; the next event that
/// can be written is preceded by a line "3 events were not written", and begins a line of its own.
/// Where other programs write to the same pipe, or to a terminal whose output is held up, a write
/// may wait longer.
///
/// Threads: one at a time. A copy counts for itself what it did not write.
class text_sink {
public:
    explicit text_sink(int descriptor) noexcept;

    void operator()(const event& what);

    /// So many events, in all, were not written wholly.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
