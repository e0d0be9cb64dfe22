// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pthread_lock.hpp"

namespace tollgate::lock_test {

/// Priority inheritance: the holder runs with the highest priority of the waiting threads. The
/// kernel hands the mutex to a waiting thread, so each contended operation takes system calls.
struct priority_inheritance {
    static constexpr const char* name = "pthread_pi";

    static int set(pthread_mutexattr_t& attributes) {
        return ::pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    }
};
using pthread_pi = pthread_lock<priority_inheritance>;

} // namespace tollgate::lock_test
