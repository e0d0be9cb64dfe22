// SPDX-License-Identifier: BSL-1.0
#include <tollgate/fence/heavy_fence.hpp>

#include "run_on_every_cpu.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tollgate::fence {
namespace {

bool membarrier(membarrier_cmd command) noexcept {
    return ::syscall(SYS_membarrier, command, 0, 0) == 0;
}

bool register_process() noexcept {
    const int before = errno;
    const bool granted = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    errno = before;
    return granted;
}

[[noreturn]] void give_up() noexcept {
    std::fputs("tollgate::fence: membarrier(2) was granted to this process and is refused now, and "
               "so is sched_setaffinity(2); allow one of them, or do without light fences\n",
               stderr);
    std::abort();
}

/// Asks before main() where possible: while there is one thread, that costs nothing.
[[maybe_unused]] const bool asked_early = heavy_fence_granted();

} // namespace

bool heavy_fence_granted() noexcept {
    static const bool granted = register_process();
    return granted;
}

void heavy_fence() noexcept {
    const int before = errno;
    const bool done = membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) ||
                      (register_process() && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) ||
                      run_on_every_cpu();
    errno = before;
    if (!done) {
        give_up();
    }
}

} // namespace tollgate::fence
