// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::clock::detail {

// This header uses builtins instead of <x86intrin.h>, because <x86intrin.h> declares all vector
// instructions. With <x86intrin.h>, a compiler needs a third of a second more for each file.

/// Reads the counter at the beginning of an interval. LFENCE waits until all earlier instructions
/// have finished. So no earlier work is in the interval. CPUID would also wait, but causes an exit
/// to the hypervisor. Source: Intel SDM vol. 2B, RDTSC.
inline std::int64_t counter_begin() noexcept {
    __builtin_ia32_lfence();
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

/// Reads the counter at the end of an interval. RDTSCP waits until all earlier instructions have
/// finished. Then LFENCE prevents later work from starting before the reading.
inline std::int64_t counter_end() noexcept {
    unsigned processor = 0;
    const auto now = static_cast<std::int64_t>(__builtin_ia32_rdtscp(&processor));
    __builtin_ia32_lfence();
    return now;
}

/// Reads the counter without waiting. The processor may read the counter tens of ns before or after
/// the neighbouring instructions.
inline std::int64_t counter_unordered() noexcept {
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

} // namespace tollgate::clock::detail
