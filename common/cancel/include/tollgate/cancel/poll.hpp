// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/cancel/token.hpp>
#include <tollgate/sleep/deadline.hpp>
#include <tollgate/sleep/deadline_of.hpp>

#include <chrono>
#include <span>

#include <poll.h>

namespace tollgate::cancel {

/// Waits for descriptors like poll(2), but also returns when a token is cancelled. Returns
/// `notified` if a descriptor is ready, and sets the `revents` of the descriptors. Returns
/// `timeout` at the deadline. Signals do not end the call.
///
///     pollfd input{0, POLLIN, 0};
///     const tollgate::cancel::dummy_token cancellation;
///     const auto status = tollgate::cancel::poll({&input, 1}, cancellation);
///     const bool is_ready = status == tollgate::cancel::wait_status::notified;
///
/// If a descriptor is ready and the token is cancelled, the call returns `cancelled`, and sets
/// `revents` too. The deadline may be in any unit. A call with a deadline in the past checks the
/// descriptors once. A deadline of `time_point::max()`, or a deadline that the clock cannot
/// represent, counts as no deadline.
///
/// - *Threads*: any, also in destructors of static and thread_local objects. A call never waits for
///   the lock that the dynamic loader holds while it loads a plug-in. So a constructor that runs
///   while a plug-in is loaded may wait for a thread that is in this call.
/// - *Lifetime*: each call uses one internal descriptor, or two if there is no /proc. The library
///   keeps the descriptors of at most 128 calls for later calls. The program must not close such a
///   descriptor while a call is running.
/// - *Exceptions*: std::system_error if the system has no descriptor left, or if poll(2) fails for
///   another reason than a signal. poll(2) gets one entry more than you pass, and fails if there
///   are more entries than RLIMIT_NOFILE. std::bad_alloc if no memory is left. pthread_cancel(3)
///   can end the thread in this function.
/// - *Cost*: one poll(2), a copy of the entries, one registration, two atomic read-modify-writes,
///   and a clock reading if there is a deadline. After 0.1 s, and then once a day, a sleeping call
///   wakes, checks its pipe and sleeps again. A cancellation makes two system calls. The next call
///   after a cancelled call makes two more system calls.
wait_status poll(std::span<pollfd> descriptors,
                 sleep::deadline_of<std::chrono::steady_clock> deadline, const token& cancellation);

/// Waits without a deadline.
inline wait_status poll(std::span<pollfd> descriptors, const token& cancellation) {
    return poll(descriptors, (std::chrono::steady_clock::time_point::max)(), cancellation);
}

/// Waits until the deadline, which is `time` from now. If `time` is zero or negative, the call
/// checks the descriptors once.
template <class Rep, class Period>
wait_status poll(std::span<pollfd> descriptors, const std::chrono::duration<Rep, Period>& time,
                 const token& cancellation) {
    return poll(descriptors, sleep::deadline_after(time), cancellation);
}

// Design:
//
// Pipes. The internal descriptor is a pipe, to which the cancelling thread writes. A call makes a
// new pipe if no kept pipe is left, or if the process is a child of fork(). A call also makes a new
// pipe if the program has closed the kept pipe between two calls. (Daemons close all descriptors.)
// If another file now has the number of the closed pipe, the library does not read, write or close
// this file. But a call may poll this file instead of its pipe. If the file is then not readable,
// the call notices a cancellation only at its check after 0.1 s. The first call that has slept for
// 0.1 s with this pipe replaces the pipe. Each other kept pipe needs its own check. The kept pipes
// are closed when the process ends, or when a plug-in that contains the library is unloaded.
//
// pthread_cancel(3). The call is a cancellation point. If a thread ends in the call, no handler
// stays registered, and the library keeps the pipe.

} // namespace tollgate::cancel
