// SPDX-License-Identifier: BSL-1.0
#include <tollgate/clock/invariance.hpp>

#include <cpuid.h>

namespace tollgate::clock {

invariance judge_counter() {
    constexpr unsigned power_leaf = 0x80000007;
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    const bool known = __get_cpuid(power_leaf, &eax, &ebx, &ecx, &edx) != 0;
    return judge_counter(known ? std::optional(edx) : std::nullopt);
}

} // namespace tollgate::clock
