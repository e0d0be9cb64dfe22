// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>

#include <cpuid.h>

namespace tollgate::clock {

invariance judge_counter() {
    constexpr std::uint32_t power_leaf = 0x80000007;
    cpuid_power_leaf leaf;
    leaf.highest_extended_leaf = __get_cpuid_max(0x80000000, nullptr);
    if (leaf.highest_extended_leaf >= power_leaf) {
        std::uint32_t eax = 0;
        std::uint32_t ebx = 0;
        std::uint32_t ecx = 0;
        std::uint32_t edx = 0;
        __get_cpuid(power_leaf, &eax, &ebx, &ecx, &edx);
        leaf.power_edx = edx;
    }
    return judge_counter(leaf);
}

} // namespace tollgate::clock
