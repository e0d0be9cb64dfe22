// SPDX-License-Identifier: BSL-1.0
//
// Functions to find on a stack.
#pragma once

#include <atomic>
#include <cerrno>

#include <poll.h>

inline std::atomic<int> calls_that_returned{0};

/// Nested functions in which a watched thread waits. The code after the calls prevents tail calls.
extern "C" [[gnu::noinline]] inline void tollgate_check_polls(int descriptor) {
    pollfd waited{descriptor, POLLIN, 0};
    while (::poll(&waited, 1, -1) < 0 && errno == EINTR) {
    }
    ++calls_that_returned;
}
extern "C" [[gnu::noinline]] inline void tollgate_check_waits(int descriptor) {
    tollgate_check_polls(descriptor);
    ++calls_that_returned;
}
extern "C" [[gnu::noinline]] inline void tollgate_check_recurses(int depth, int descriptor) {
    if (depth > 0) {
        tollgate_check_recurses(depth - 1, descriptor);
    } else {
        tollgate_check_polls(descriptor);
    }
    ++calls_that_returned;
}
/// Calls no function. Returns errno, which it has set to 77.
extern "C" [[gnu::noinline]] inline int tollgate_check_spins(const bool* over) {
    errno = 77;
    while (!__atomic_load_n(over, __ATOMIC_RELAXED)) {
    }
    return errno;
}
