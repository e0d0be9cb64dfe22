// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/text_sink.hpp>

#include <cstdint>
#include <string>

namespace tollgate::liveness {

struct event;

/// Returns an event as one line of JSON with its newline, for programs to read. Each line has all
/// of these keys:
///
/// ```text
/// event             "frozen", "overdue" or "recovered"
/// name              the scope's name
/// thread_id         the system's id of the thread
/// episode           the number of the episode, which all its events have. An episode lasts from a
///                   freeze until the scope passes a checkpoint or ends
/// at                "2021-12-09T23:29:36.201542Z"
/// silent_for_ns     the time without a checkpoint, as the monitor counts this time; the real time
///                   is at least as long
/// timeout_ns        the scope's timeout
/// checkpoints       the number of checkpoints that were passed in the scope
/// history           the last checkpoints before the freeze, the oldest first: a list of
///                   {"id", "age_ms", "ticks"}; `ticks` is the reading of the CPU's counter, or 0
///                   without stamps::counter
/// state             "blocked", "spinning", "starved", "stopped", "gone" or "unknown"
/// wait_channel      the kernel function in which a blocked thread waits, or ""
/// observed_ns       the time between two readings of the thread's state; 0: only one reading
/// ran_ns            the part of observed_ns in which the thread ran on a CPU
/// waited_for_cpu_ns the part of observed_ns in which the thread waited for a CPU
/// stack             a list of calls, the innermost first, such as "/usr/bin/server+0x1a2b3". The
///                   command addr2line -Cfipe /usr/bin/server 0x1a2b3 prints the name
/// lost_before       the number of events that were lost between the previous event and this event
/// ```
///
/// In an event of a recovered thread the state is "unknown". An earlier event of the episode has
/// the state. Every line is valid JSON, because each byte that is not part of a UTF-8 character
/// becomes U+FFFD. Numbers are integers below 2^64. A reader that stores numbers as doubles rounds
/// the values of `ticks` above 2^53.
///
/// - *Threads*: any; a pure function.
/// - *Exceptions*: only std::bad_alloc.
[[nodiscard]] std::string to_json(const event& report);

/// Writes events to a descriptor, each as one line of JSON.
///
///     const int standard_error = 2;
///     tollgate::liveness::json_lines_sink to_stderr(standard_error); // for settings::sinks
///
/// The sink writes to the descriptor in the same way as a text_sink, and gives up an event after
/// the same time. If events were not written, an extra line before the next event reports the
/// number of these events:
///
/// ```text
/// {"event":"not_written","events":3}
/// ```
///
/// If only a part of an event was written, this part is on a line before the extra line. The part
/// is not valid JSON.
///
/// - *Threads*: one at a time. A copy has its own count of events that were not written.
/// - *Lifetime*: the descriptor belongs to the caller, and must stay open until the last event.
class json_lines_sink {
public:
    /// Writes to this open descriptor.
    explicit json_lines_sink(int descriptor) noexcept;

    /// Writes one event.
    void operator()(const event& report) { writer_.write(to_json(report)); }

    /// The total number of events of which nothing, or only a part, was written.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
