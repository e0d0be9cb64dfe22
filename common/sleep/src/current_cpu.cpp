// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/current_cpu.hpp>

#if defined(__linux__)
#include <sched.h>
#endif

namespace tollgate::sleep {

int current_cpu() noexcept {
#if defined(__linux__)
    return ::sched_getcpu();
#else
    return -1;
#endif
}

} // namespace tollgate::sleep
