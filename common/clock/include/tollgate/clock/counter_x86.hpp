// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::clock::detail {

// The compiler's own names, as <x86intrin.h> calls them: that header declares all vector
// instructions, which takes a compiler a third of a second for each file.

/// LFENCE waits until every earlier instruction has finished, so that no work from before the
/// interval is still under way when the counter is read. CPUID would do the same and traps into a
/// hypervisor. Source: Intel SDM vol. 2B, RDTSC.
inline std::int64_t counter_begin() noexcept {
    __builtin_ia32_lfence();
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

/// RDTSCP waits until every earlier instruction has finished; the LFENCE behind it keeps later work
/// from starting before the reading.
inline std::int64_t counter_end() noexcept {
    unsigned processor = 0;
    const auto now = static_cast<std::int64_t>(__builtin_ia32_rdtscp(&processor));
    __builtin_ia32_lfence();
    return now;
}

/// Nothing is waited for: the processor may read it some tens of ns before or after what stands
/// around it.
inline std::int64_t counter_unordered() noexcept {
    return static_cast<std::int64_t>(__builtin_ia32_rdtsc());
}

} // namespace tollgate::clock::detail
