// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "pthread_lock.hpp"

namespace tollgate::lock_test {

/// Of glibc: a thread that finds the mutex locked spins for a while before it sleeps.
struct adaptive_attribute {
    static constexpr const char* name = "pthread_adaptive";

    static int set(pthread_mutexattr_t& attributes) {
        return ::pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    }
};
using pthread_adaptive = pthread_lock<adaptive_attribute>;

} // namespace tollgate::lock_test
