// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::clock {

/// Whether the CPU's counter has a constant rate in all power states.
///
///     const bool usable = clock::judge_counter().invariant;
struct invariance {
    bool invariant = false; ///< the rate is constant
    std::string reason;     ///< why it is known, or why not
};

/// The verdict on an x86 processor, from CPUID 0x80000007 EDX, if this leaf exists: bit 8 promises
/// an invariant counter. Pure. Source: AMD APM vol. 3, Intel SDM vol. 3B section 18.17.
[[nodiscard]] invariance judge_counter(std::optional<std::uint32_t> power_edx);

/// The verdict on this processor. On 64-bit Arm the architecture promises a constant rate.
[[nodiscard]] invariance judge_counter();

} // namespace tollgate::clock
