// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::clock::detail {

/// Reads the virtual count of the generic timer. The ISB instructions keep the reading in order:
/// after all earlier instructions, and before all later instructions. Source: Arm ARM, CNTVCT_EL0.
inline std::int64_t counter_begin() noexcept {
    std::int64_t now = 0;
    asm volatile("isb; mrs %0, cntvct_el0; isb" : "=r"(now) : : "memory");
    return now;
}

inline std::int64_t counter_end() noexcept {
    return counter_begin();
}

/// Reads the counter without waiting. The processor may read the counter tens of ns before or after
/// the neighbouring instructions.
inline std::int64_t counter_unordered() noexcept {
    std::int64_t now = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(now));
    return now;
}

} // namespace tollgate::clock::detail
