// SPDX-License-Identifier: BSL-1.0
#pragma once

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
///     stack             a list of calls, the innermost first
///     lost_before       so many events since the last were lost
///
/// Every line is valid: of a name or a text that is not UTF-8, each byte that belongs to no
/// character becomes U+FFFD. Numbers are whole and below 2^64: a reader that has nothing but
/// doubles rounds `ticks` beyond 2^53.
///
/// Pure; any thread. Throws nothing but std::bad_alloc.
[[nodiscard]] std::string to_json(const event& what);

} // namespace tollgate::liveness
