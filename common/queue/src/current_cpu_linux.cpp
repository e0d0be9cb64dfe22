// SPDX-License-Identifier: BSL-1.0
#include <tollgate/queue/detail/current_cpu.hpp>

#include <sched.h>

namespace tollgate::queue::detail {

int current_cpu() noexcept {
    return ::sched_getcpu();
}

} // namespace tollgate::queue::detail
