// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <x86intrin.h>

namespace tollgate::clock::detail {

/// LFENCE waits until every earlier instruction has finished, so that no work from before the
/// interval is still under way when the counter is read. CPUID would do the same and traps into a
/// hypervisor. Source: Intel SDM vol. 2B, RDTSC.
inline std::int64_t counter_begin() noexcept {
    _mm_lfence();
    return static_cast<std::int64_t>(__rdtsc());
}

/// RDTSCP waits until every earlier instruction has finished; the LFENCE behind it keeps later work
/// from starting before the reading.
inline std::int64_t counter_end() noexcept {
    unsigned processor = 0;
    const auto now = static_cast<std::int64_t>(__rdtscp(&processor));
    _mm_lfence();
    return now;
}

/// Nothing is waited for: the processor may read it some tens of ns before or after what stands
/// around it.
inline std::int64_t counter_unordered() noexcept {
    return static_cast<std::int64_t>(__rdtsc());
}

} // namespace tollgate::clock::detail
