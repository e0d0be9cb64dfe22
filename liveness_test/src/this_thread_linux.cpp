// SPDX-License-Identifier: BSL-1.0
#include "this_thread.hpp"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness_test {

bool put_last() {
    const sched_param none{};
    return ::sched_setscheduler(0, SCHED_IDLE, &none) == 0;
}

std::int64_t this_thread_id() {
    return ::syscall(SYS_gettid);
}

} // namespace tollgate::liveness_test
