// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <pthread.h>

namespace tollgate::sleep {

/// While it lives, pthread_cancel(3) of this thread is put off: no call is a cancellation point.
///
///     const no_pthread_cancel here;
///     ::write(descriptor, &one, sizeof one);
///
/// For system calls in a noexcept function, and for those that others rely on, such as a wake: the
/// forced unwinding of a cancelled thread would end the program in the one, and leave out the
/// other. docs/cancellation.md says which calls are cancellation points.
///
/// Threads: that which made it. Cost: two atomic read-modify-writes, beside a system call.
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
