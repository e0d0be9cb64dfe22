// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel {

/// poll(2) that ends when a token is cancelled. Returns `notified` if a descriptor is ready (see
/// its `revents`), else `timeout` at the deadline. Signals do not end the call.
///
///     pollfd input{0, POLLIN, 0};
///     const tollgate::cancel::dummy_token cancellation;
///     const auto status = tollgate::cancel::poll({&input, 1}, cancellation);
///     const bool is_ready = status == tollgate::cancel::wait_status::notified;
///
/// If a descriptor is ready and the token is cancelled, it returns `cancelled` and sets `revents`.
/// The deadline may be in any unit. A call with a deadline in the past checks once. A deadline of
/// `time_point::max()`, or one that the clock cannot hold, is no deadline.
///
/// - *Threads*: any, also in destructors of static and thread_local objects, and while another
///   thread loads a plug-in and waits there for this thread.
/// - *Lifetime*: each call has one descriptor of its own (two where there is no /proc), kept for
///   later calls, 128 at the most. The program must not close it while a call is under way.
/// - *Exceptions*: std::system_error if the system has no descriptor or no memory left, or refuses
///   the entries, which are one more than yours. pthread_cancel(3) may end the thread here.
/// - *Cost*: poll(2), a copy of the entries, one registration, two atomic read-modify-writes, and a
///   clock reading if there is a deadline. A call that sleeps wakes after 0.1 s, and then once a
///   day. The canceller makes two system calls, and a call after a cancelled call two more.
wait_status poll(std::span<pollfd> descriptors,
                 sleep::deadline_of<std::chrono::steady_clock> deadline, const token& cancellation);

/// Without a deadline.
inline wait_status poll(std::span<pollfd> descriptors, const token& cancellation) {
    return poll(descriptors, (std::chrono::steady_clock::time_point::max)(), cancellation);
}

/// With the deadline `time` from now. No time, or a negative one, checks once.
template <class Rep, class Period>
wait_status poll(std::span<pollfd> descriptors, const std::chrono::duration<Rep, Period>& time,
                 const token& cancellation) {
    return poll(descriptors, sleep::deadline_after(time), cancellation);
}

// Design:
//
// Pipes. The descriptor is a pipe to which the canceller writes. A call makes a new pipe if no kept
// one is left, and in a child of fork(). It also does so when the program has closed the kept one
// between two calls, as daemons close all descriptors. A file that has its number now is neither
// written to nor read nor closed. If that file is silent, calls may notice their cancellation 0.1 s
// late, up to the first call that has slept so long. The kept pipes are closed when the process
// ends, or when a plug-in that has the library in it is unloaded.
//
// pthread_cancel(3). The call is a cancellation point. Nothing stays registered when a thread ends
// there, and the pipe is kept.

} // namespace tollgate::cancel
