// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

namespace tollgate::lock_test {

/// Does this number of steps of work. A step is a multiplication and an addition, and each step
/// needs the result of the step before: 4 cycles, about a nanosecond. The work uses no memory.
[[nodiscard]] inline std::uint64_t do_steps(std::uint64_t value, std::uint64_t steps) {
    for (; steps != 0; --steps) {
        value = value * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    }
    return value;
}

/// At least one step. Not inlined, so that a loop without steps has all its registers: between a
/// lock and an unlock, a load more is a good part of a nanosecond.
[[gnu::noinline]] inline void some_work(std::uint64_t steps) {
    std::uint64_t value = steps;
    asm volatile("" : "+r"(value) : : "memory");
    value = do_steps(value, steps);
    asm volatile("" : "+r"(value) : : "memory");
}

/// Steps whose results nobody needs. The compiler must do them nevertheless, after the loads and
/// stores before the call, and before those after it.
inline void work(std::uint64_t steps) {
    if (steps != 0) {
        some_work(steps);
    }
}

} // namespace tollgate::lock_test
