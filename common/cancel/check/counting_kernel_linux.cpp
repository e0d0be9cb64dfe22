// SPDX-License-Identifier: BSL-1.0
//
// This executable's own syscall() and sched_setaffinity(), which come before the system's.
#include "refusing_kernel_linux.hpp"

#include <array>
#include <cstdarg>
#include <cstddef>
#include <ctime>

#include <dlfcn.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>

extern "C" long syscall(long number, ...) noexcept {
    std::array<long, 6> with{};
    va_list arguments;
    va_start(arguments, number);
    for (long& each : with) {
        each = va_arg(arguments, long);
    }
    va_end(arguments);
    if (number == SYS_membarrier && with[0] == MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
        ++tollgate::cancel::kernel::fences;
    }
    if (number == SYS_futex && (with[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET && with[3] != 0) {
        const auto& until = *reinterpret_cast<const timespec*>(with[3]);
        long long none = 0;
        tollgate::cancel::kernel::first_deadline_ns.compare_exchange_strong(
            none, until.tv_sec * 1'000'000'000LL + until.tv_nsec);
    }
    static const auto next = reinterpret_cast<long (*)(long, ...)>(::dlsym(RTLD_NEXT, "syscall"));
    return next(number, with[0], with[1], with[2], with[3], with[4], with[5]);
}

extern "C" int sched_setaffinity(pid_t which, std::size_t size, const cpu_set_t* mask) noexcept {
    static const auto next =
        reinterpret_cast<decltype(&sched_setaffinity)>(::dlsym(RTLD_NEXT, "sched_setaffinity"));
    const int result = next(which, size, mask);
    cpu_set_t& visited = tollgate::cancel::kernel::visited;
    if (result == 0 && CPU_COUNT_S(size, mask) == 1) {
        CPU_OR(&visited, &visited, mask);
    }
    return result;
}
