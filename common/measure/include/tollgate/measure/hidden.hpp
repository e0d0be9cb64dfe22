// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// Returns the same pointer, but hides from the compiler to which object it points. So the compiler
/// treats the object as if a function from another file used the object.
///
///     int number = 0;
///     *tollgate::measure::hidden(&number) = 1;
///     tollgate::measure::used();
template <class Type>
[[nodiscard, gnu::always_inline]] inline Type* hidden(Type* pointer) {
    asm volatile("" : "+r"(pointer) : : "memory");
    return pointer;
}

/// A compiler barrier: the compiler must assume that all memory is read and changed here. So the
/// compiler keeps no value from memory in a register across the barrier, and does each earlier
/// store before the barrier. The barrier itself adds no instruction.
[[gnu::always_inline]] inline void used() {
    asm volatile("" : : : "memory");
}

} // namespace tollgate::measure
