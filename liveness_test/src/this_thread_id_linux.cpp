// SPDX-License-Identifier: BSL-1.0
#include "this_thread_id.hpp"

#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::liveness_test {

std::int64_t this_thread_id() {
    return ::syscall(SYS_gettid);
}

} // namespace tollgate::liveness_test
