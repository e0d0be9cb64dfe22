// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/cancel/wait_status.hpp>
#include <tollgate/sleep/deadline.hpp>

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel {

/// poll(2) that ends when a token is cancelled: until a descriptor is ready (`notified`, and
/// `revents` say which), the deadline (`timeout`), or cancelled. Signals do not end it. If a
/// descriptor is ready and the token is cancelled, `cancelled` is returned and `revents` are set
/// nevertheless. A deadline in the past looks once; `time_point::max()` is none.
///
/// Each thread that calls it keeps one descriptor for it until the thread ends (an eventfd; where
/// there is none, a pipe).
///
/// Errors: std::system_error if the system has no descriptor or no memory left, or refuses what is
/// asked of it.
///
/// Cost: poll(2) and a copy of the entries, one registration, and a clock reading if there is a
/// deadline.
wait_status poll(std::span<pollfd> descriptors, std::chrono::steady_clock::time_point deadline,
                 const token& cancellation);

/// Without a deadline.
inline wait_status poll(std::span<pollfd> descriptors, const token& cancellation) {
    return poll(descriptors, std::chrono::steady_clock::time_point::max(), cancellation);
}

template <class Rep, class Period>
wait_status poll(std::span<pollfd> descriptors, const std::chrono::duration<Rep, Period>& time,
                 const token& cancellation) {
    return poll(descriptors, sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
