// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::clock {

/// Whether the CPU's counter runs at one rate in all power states, and on what ground that is said.
struct invariance {
    bool invariant = false;
    std::string reason;
};

/// Bit 8 of CPUID 0x80000007 EDX, if there is this leaf, promises an invariant counter. Pure.
/// Source: AMD APM vol. 3, Intel SDM vol. 3B section 18.17.
[[nodiscard]] invariance judge_counter(std::optional<std::uint32_t> power_edx);

/// Asks this processor. On 64-bit Arm the architecture itself promises a constant rate.
[[nodiscard]] invariance judge_counter();

} // namespace tollgate::clock
