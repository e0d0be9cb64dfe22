// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>

namespace tollgate::clock {

invariance judge_counter(std::optional<std::uint32_t> power_edx) {
    constexpr std::uint32_t invariant_bit = 1u << 8;
    if (!power_edx) {
        return {false, "CPUID has no leaf 0x80000007, which could promise a constant rate"};
    }
    if ((*power_edx & invariant_bit) == 0) {
        return {false, "CPUID 0x80000007 EDX bit 8 is clear"};
    }
    return {true, "CPUID 0x80000007 EDX bit 8 is set"};
}

} // namespace tollgate::clock
