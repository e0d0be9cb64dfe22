// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::measure {

/// The same pointer, but the compiler no longer knows which object it points to. So it treats the
/// object as a function does that was compiled elsewhere.
///
///     int number = 0;
///     *tollgate::measure::hidden(&number) = 1;
///     tollgate::measure::used();
template <class Type>
[[nodiscard, gnu::always_inline]] inline Type* hidden(Type* pointer) {
    asm volatile("" : "+r"(pointer) : : "memory");
    return pointer;
}

/// A compiler barrier: the compiler must assume that all memory is read and changed here. It keeps
/// nothing in registers across the barrier, and leaves no store undone. No instruction.
[[gnu::always_inline]] inline void used() {
    asm volatile("" : : : "memory");
}

} // namespace tollgate::measure
