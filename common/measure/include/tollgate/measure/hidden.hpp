// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// The same pointer, of which the compiler knows no more what it points to: as in a function that
/// was compiled elsewhere.
template <class Type>
[[nodiscard, gnu::always_inline]] inline Type* hidden(Type* pointer) {
    asm volatile("" : "+r"(pointer) : : "memory");
    return pointer;
}

/// What lies in memory was used here, and may be another now: nothing is kept in registers over
/// it, and nothing left undone. No instruction.
[[gnu::always_inline]] inline void used() {
    asm volatile("" : : : "memory");
}

} // namespace tollgate::measure
