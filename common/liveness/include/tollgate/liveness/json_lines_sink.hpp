// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/text_sink.hpp>

#include <cstdint>
#include <string>

namespace tollgate::liveness {

struct event;

/// An event as one line of JSON with its newline, for programs to read. All keys are always there:
///
/// ```text
/// event             "frozen", "overdue" or "recovered"
/// name              the scope's name
/// thread_id         the system's
/// episode           its number: the same in all its events
/// at                "2021-12-09T23:29:36.201542Z"
/// silent_for_ns     the time without a checkpoint, at least
/// timeout_ns        the scope's timeout
/// checkpoints       the number passed in the scope
/// history           a list of {"id", "age_ms", "ticks"}, the oldest first
/// state             "blocked", "spinning", "starved", "stopped", "gone" or "unknown"
/// wait_channel      the kernel function in which the thread waits, or ""
/// observed_ns       the time that the thread was observed, or 0
/// ran_ns            the part of observed_ns on a CPU
/// waited_for_cpu_ns the part of observed_ns waiting for a CPU
/// stack             a list of calls, the innermost first: "/usr/bin/server+0x1a2b3", which
///                   addr2line -Cfipe /usr/bin/server 0x1a2b3 names
/// lost_before       events lost between the last event and this event
/// ```
///
/// The state of a thread that has recovered is "unknown": the earlier event of its episode has it.
/// Every line is valid JSON: each byte that is not part of a UTF-8 character becomes U+FFFD.
/// Numbers are integers below 2^64: a reader that only has doubles rounds `ticks` beyond 2^53.
///
/// - *Threads*: any; a pure function.
/// - *Exceptions*: std::bad_alloc alone.
[[nodiscard]] std::string to_json(const event& report);

/// Writes events to a descriptor, each as one line of JSON.
///
///     const int standard_error = 2;
///     tollgate::liveness::json_lines_sink to_stderr(standard_error); // for settings::sinks
///
/// It treats the descriptor and its time as text_sink does. A line of its own reports events that
/// were not written:
///
/// ```text
/// {"event":"not_written","events":3}
/// ```
///
/// If an event was written in part, that part is on a line before it, which is not valid JSON.
///
/// - *Threads*: one at a time. A copy has its own count of events not written.
/// - *Lifetime*: the descriptor stays the caller's, and must stay open until the last event.
class json_lines_sink {
public:
    /// Writes to this open descriptor.
    explicit json_lines_sink(int descriptor) noexcept;

    /// Writes one event.
    void operator()(const event& report) { writer_.write(to_json(report)); }

    /// The number of events, in all, that were not written or only in part.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
