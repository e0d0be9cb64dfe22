// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tollgate::clock {

/// The answer to the question whether the CPU's counter has a constant rate in all power states.
///
///     const bool usable = clock::judge_counter().invariant;
struct invariance {
    bool invariant = false; ///< whether the processor promises a constant rate
    std::string reason;     ///< the evidence for the promise, or the reason why there is no promise
};

/// Judges the counter of an x86 processor. `power_edx` is the register EDX of CPUID leaf
/// 0x80000007, or empty if the processor does not have this leaf. Bit 8 of EDX promises an
/// invariant counter. A pure function. Source: AMD APM vol. 3, Intel SDM vol. 3B section 18.17.
[[nodiscard]] invariance judge_counter(std::optional<std::uint32_t> power_edx);

/// Judges the counter of this processor. On 64-bit Arm the architecture promises a constant rate.
[[nodiscard]] invariance judge_counter();

} // namespace tollgate::clock
