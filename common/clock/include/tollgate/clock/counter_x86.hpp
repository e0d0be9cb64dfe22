// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::clock::detail {

// Builtins, because <x86intrin.h> declares all vector instructions and costs a compiler a third of
// a second for each file.

/// LFENCE waits until all earlier instructions have finished, so that no earlier work is in the
/// interval. CPUID would do the same, but traps into a hypervisor. Source: Intel SDM vol. 2B,
/// RDTSC.
inline std::int64_t counter_begin() noexcept {
    __builtin_ia32_lfence();
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

/// RDTSCP waits until all earlier instructions have finished. The LFENCE after it keeps later work
/// from starting before the reading.
inline std::int64_t counter_end() noexcept {
    unsigned processor = 0;
    const auto now = static_cast<std::int64_t>(__builtin_ia32_rdtscp(&processor));
    __builtin_ia32_lfence();
    return now;
}

/// Does not wait: the processor may read the counter tens of ns before or after the neighbouring
/// instructions.
inline std::int64_t counter_unordered() noexcept {
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

} // namespace tollgate::clock::detail
