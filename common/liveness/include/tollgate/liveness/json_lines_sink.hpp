// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/liveness/text_sink.hpp>

#include <cstdint>
#include <string>

namespace tollgate::liveness {

struct event;

/// An event as one line of JSON, ended, for programs to read. All keys are always there:
///
///     event             "frozen", "overdue" or "recovered"
///     name              of the scope
///     thread_id         the system's
///     episode           its number: the same in all events of one
///     at                "2021-12-09T23:29:36.201542Z"
///     silent_for_ns     for so long no checkpoint had been passed, at least
///     timeout_ns        the scope's
///     checkpoints       passed in this scope
///     history           a list, the oldest first, of {"id", "age_ms", "ticks"}
///     state             "blocked", "spinning", "starved", "stopped", "gone" or "unknown"
///     wait_channel      where in the kernel, or ""
///     observed_ns       how long it was looked at, or 0
///     ran_ns            of that
///     waited_for_cpu_ns of that
///     stack             a list of calls, the innermost first: "/usr/bin/server+0x1a2b3", which
///                       addr2line -Cfipe /usr/bin/server 0x1a2b3 names
///     lost_before       so many events since the last were lost
///
/// Of a thread that has recovered the state is "unknown": it belongs to the event before, of the
/// same episode. Every line is valid: of a name or a text that is not UTF-8, each byte that belongs
/// to no character becomes U+FFFD. Numbers are whole and below 2^64: a reader that has nothing but
/// doubles rounds `ticks` beyond 2^53.
///
/// Pure; any thread. Throws nothing but std::bad_alloc.
[[nodiscard]] std::string to_json(const event& what);

/// Writes events to a descriptor, a line of JSON each. It treats the descriptor and its time as
/// text_sink does. What was not written is told by a line of its own:
///
///     {"event":"not_written","events":3}
///
/// If one of those was written in part, that part stands before it, on a line that is no JSON.
///
/// Threads: one at a time. A copy counts for itself what it did not write.
class json_lines_sink {
public:
    explicit json_lines_sink(int descriptor) noexcept;

    void operator()(const event& what) { writer_.write(to_json(what)); }

    /// So many events, in all, were not written wholly.
    [[nodiscard]] std::uint64_t not_written() const noexcept { return writer_.not_written(); }

private:
    detail::line_writer writer_;
};

} // namespace tollgate::liveness
