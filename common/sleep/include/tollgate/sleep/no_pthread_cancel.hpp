// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

namespace tollgate::sleep {

/// A guard that delays the cancellation of a thread by pthread_cancel(3). While the guard exists,
/// no call of the thread that created the guard is a cancellation point.
///
///     const tollgate::sleep::no_pthread_cancel guard;
///     ::pthread_testcancel(); // or another cancellation point: does not end the thread now
///
/// Use the guard for a system call in a noexcept function. There, the forced unwinding of a
/// cancelled thread would end the program. Also use the guard for a call that other threads need,
/// such as a wake, because the unwinding would skip this call. docs/cancellation.md lists the
/// cancellation points.
///
/// - *Threads*: the thread that created the guard must destroy it.
/// - *Cost*: two atomic read-modify-writes, small compared with a system call.
class no_pthread_cancel {
public:
    no_pthread_cancel() noexcept { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~no_pthread_cancel() { ::pthread_setcancelstate(before_, nullptr); }
    no_pthread_cancel(const no_pthread_cancel&) = delete;
    no_pthread_cancel& operator=(const no_pthread_cancel&) = delete;

private:
    int before_ = PTHREAD_CANCEL_ENABLE;
};

} // namespace tollgate::sleep
