// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel {

/// poll(2) that ends when a token is cancelled: until a descriptor is ready (`notified`, and
/// `revents` say which), the deadline (`timeout`), or cancelled. Signals do not end it. If a
/// descriptor is ready and the token is cancelled, `cancelled` is returned and `revents` are set
/// nevertheless. The deadline may be in any unit. One in the past looks once; `time_point::max()`
/// is none, and so is what the clock cannot hold.
///
/// Each call has a pipe of its own: one descriptor on Linux where there is /proc, else two. Pipes
/// are kept for later calls of any thread, 128 at the most. A call makes a new one if none is left,
/// in a child of fork(), and when the program has closed it between two calls, as daemons close all
/// descriptors: a file that has its number now is neither written to nor read nor closed. If that
/// file is silent, calls may notice their cancellation a tenth of a second late, up to the first
/// that has slept so long. No descriptor of the library may be closed while a call is under way.
///
/// Threads: any, also when the thread ends, in destructors of static and thread_local objects, and
/// while another thread loads a plug-in, and waits there for this one. What is kept is closed when
/// the process ends or a plug-in that has the library in it is unloaded.
///
/// pthread_cancel(3): a cancellation point. Nothing stays registered, and the pipe is kept.
///
/// Errors: std::system_error if the system has no descriptor or no memory left, or refuses the
/// entries, which are one more than the caller's.
///
/// Cost: poll(2) and a copy of the entries, one registration, two atomic read-modify-writes, and a
/// clock reading if there is a deadline; a call that sleeps wakes once after a tenth of a second,
/// and then once a day. After a call that was cancelled the next one makes two system calls more.
/// The canceller makes two.
wait_status poll(std::span<pollfd> descriptors,
                 sleep::deadline_of<std::chrono::steady_clock> deadline, const token& cancellation);

/// Without a deadline.
inline wait_status poll(std::span<pollfd> descriptors, const token& cancellation) {
    return poll(descriptors, (std::chrono::steady_clock::time_point::max)(), cancellation);
}

template <class Rep, class Period>
wait_status poll(std::span<pollfd> descriptors, const std::chrono::duration<Rep, Period>& time,
                 const token& cancellation) {
    return poll(descriptors, sleep::deadline_after(time), cancellation);
}

} // namespace tollgate::cancel
