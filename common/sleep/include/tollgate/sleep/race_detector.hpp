// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Functions of ThreadSanitizer; a program that is built without it has no definition of them.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

/// Tells ThreadSanitizer about the atomic operations of libraries that were built without it, in a
/// program that is built with it.
///
///     const int phase = 0; // in place of an atomic
///     tollgate::sleep::race_detector::library_releases(&phase);
///     // phase.store(1, std::memory_order_seq_cst);
///
/// - *Threads*: any.
/// - *Memory order*: none; it only describes the order of the operation beside it. Describe no more
///   than that operation orders. Otherwise a race of the program is not reported.
/// - *Cost*: none in a header of a program without ThreadSanitizer. In a library's source a load
/// and
///   a test, so do not use it where a library must be fast.
namespace tollgate::sleep::race_detector {

/// Whether ThreadSanitizer compiles this file.
#if defined(__SANITIZE_THREAD__)
constexpr bool sees_this_file = true;
#elif defined(__has_feature)
constexpr bool sees_this_file = __has_feature(thread_sanitizer);
#else
constexpr bool sees_this_file = false;
#endif

/// Whether the program may be built with ThreadSanitizer. Elsewhere than in ELF, a weak symbol
/// needs a definition.
#if defined(__ELF__)
constexpr bool may_be_there = true;
#else
constexpr bool may_be_there = false;
#endif

/// For headers: a library's source has acquired at this address.
[[gnu::always_inline]] inline void acquires(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_acquire(const_cast<void*>(address));
    }
}
/// For headers: a library's source is about to release at this address.
[[gnu::always_inline]] inline void releases(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_release(const_cast<void*>(address));
    }
}

/// For a library's sources: call it after the operation that acquires.
[[gnu::always_inline]] inline void library_acquires(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_acquire != nullptr) [[unlikely]] {
            __tsan_acquire(const_cast<void*>(address));
        }
    }
}
/// For a library's sources: call it before the operation that releases.
[[gnu::always_inline]] inline void library_releases(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_release != nullptr) [[unlikely]] {
            __tsan_release(const_cast<void*>(address));
        }
    }
}

// Design: ThreadSanitizer sees the atomic operations in code that it has compiled: the program's,
// and the ones in our headers. It does not see an operation in a library's source, and takes what
// that operation orders for a race. So each such operation is described here. An acquire at an
// address sees a release at the same address; either may be described here or be an operation of an
// atomic that lies there.

} // namespace tollgate::sleep::race_detector
