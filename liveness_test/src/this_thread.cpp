// SPDX-License-Identifier: BSL-1.0
#include "this_thread.hpp"

#if defined(__linux__)
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace tollgate::liveness_test {

bool put_last() {
#if defined(__linux__)
    const sched_param none{};
    return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
#else
    return false;
#endif
}

std::int64_t this_thread_id() {
#if defined(__linux__)
    return ::syscall(SYS_gettid);
#else
    return 0;
#endif
}

} // namespace tollgate::liveness_test
