// SPDX-License-Identifier: BSL-1.0
#pragma once

/// Functions of ThreadSanitizer. A program that is built without ThreadSanitizer does not define
/// these functions.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

/// Functions that describe atomic operations to ThreadSanitizer. A program that is built with
/// ThreadSanitizer may use libraries that were built without ThreadSanitizer. Then ThreadSanitizer
/// does not see the atomic operations of these libraries.
///
///     const int phase = 0; // stands for an atomic variable in this example
///     tollgate::sleep::race_detector::library_releases(&phase);
///     // phase.store(1, std::memory_order_seq_cst);
///
/// - *Threads*: any.
/// - *Memory order*: none. A call only describes the memory order of the operation next to the
///   call. Do not describe a stronger order than the order of the operation. Otherwise
///   ThreadSanitizer overlooks some races of the program.
/// - *Cost*: `acquires` and `releases` cost nothing if the program is built without
///   ThreadSanitizer. `library_acquires` and `library_releases` cost a load and a test, so do not
///   call these two functions where a library must be fast.
namespace tollgate::sleep::race_detector {

/// Whether this file is compiled with ThreadSanitizer.
#if defined(__SANITIZE_THREAD__)
constexpr bool sees_this_file = true;
#elif defined(__has_feature)
constexpr bool sees_this_file = __has_feature(thread_sanitizer);
#else
constexpr bool sees_this_file = false;
#endif

/// Whether a program can find out at run time that ThreadSanitizer is there. The symbols above are
/// declared weak, and have an address only if ThreadSanitizer defines them. This needs ELF, because
/// in other formats a weak symbol must be defined.
#if defined(__ELF__)
constexpr bool may_be_there = true;
#else
constexpr bool may_be_there = false;
#endif

/// Returns whether the program is built with ThreadSanitizer.
[[nodiscard]] inline bool is_there() noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        return __tsan_acquire != nullptr;
    } else {
        return sees_this_file;
    }
}

/// Describes an acquire at this address that a library's source makes. For headers: call this
/// function after the call that makes the acquire.
[[gnu::always_inline]] inline void acquires(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_acquire(const_cast<void*>(address));
    }
}
/// Describes a release at this address that a library's source makes. For headers: call this
/// function before the call that makes the release.
[[gnu::always_inline]] inline void releases(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_release(const_cast<void*>(address));
    }
}

/// For a library's sources: describes an acquire at this address. Call this function after the
/// acquire.
[[gnu::always_inline]] inline void library_acquires(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_acquire != nullptr) [[unlikely]] {
            __tsan_acquire(const_cast<void*>(address));
        }
    }
}
/// For a library's sources: describes a release at this address. Call this function before the
/// release.
[[gnu::always_inline]] inline void library_releases(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_release != nullptr) [[unlikely]] {
            __tsan_release(const_cast<void*>(address));
        }
    }
}

// Design: ThreadSanitizer sees the atomic operations in the code that was compiled with
// ThreadSanitizer: the code of the program, and the code in Tollgate's headers. ThreadSanitizer
// does not see an atomic operation in a library's source. Without a description, ThreadSanitizer
// would report a race between the accesses that this operation orders. So these functions describe
// each such operation. An acquire at an address sees a release at the same address. The acquire may
// be a call of these functions, or an operation of an atomic variable at this address. The release
// may also be such a call or such an operation.

} // namespace tollgate::sleep::race_detector
