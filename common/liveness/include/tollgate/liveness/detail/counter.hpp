// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::liveness::detail {

/// The CPU's counter, ordered with nothing: what came before may still be under way. On x86-64 the
/// TSC, on AArch64 the virtual counter, elsewhere nothing.
inline std::uint64_t read_counter() noexcept {
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t now = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
#else
    return 0;
#endif
}

} // namespace tollgate::liveness::detail
