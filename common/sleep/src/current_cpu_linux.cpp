// SPDX-License-Identifier: BSL-1.0
#include <tollgate/sleep/current_cpu.hpp>

#include <sched.h>

namespace tollgate::sleep {

int current_cpu() noexcept {
    return ::sched_getcpu();
}

} // namespace tollgate::sleep
