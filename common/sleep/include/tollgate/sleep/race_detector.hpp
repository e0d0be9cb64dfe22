// SPDX-License-Identifier: BSL-1.0
#pragma once

/// ThreadSanitizer's own; there is no definition in a program that is built without it.
extern "C" {
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

/// Tells ThreadSanitizer what it does not see, when a program that is built with it uses libraries
/// that are not.
///
/// It sees the atomic operations of what it has compiled: the program's own, and those in our
/// headers. One in a library's source it does not see, and then takes what that one orders for a
/// race. So each of those says what it does:
///
///     race_detector::library_releases(&phase_);
///     phase_.store(cancelling, std::memory_order_seq_cst);
///
/// A release at an address is seen by an acquire at the same one, whether they were told or are
/// operations of an atomic that lies there. Only what the operation really orders is told, beside
/// it: otherwise a race of the program's would go unreported.
///
/// Threads: any. Cost: none in a header of a program without ThreadSanitizer; in a library's source
/// a load and a test, which belong where it is not fast anyway.
namespace tollgate::sleep::race_detector {

#if defined(__SANITIZE_THREAD__)
constexpr bool sees_this_file = true;
#elif defined(__has_feature)
constexpr bool sees_this_file = __has_feature(thread_sanitizer);
#else
constexpr bool sees_this_file = false;
#endif

#if defined(__ELF__)
constexpr bool may_be_there = true;
#else
constexpr bool may_be_there = false; // a symbol that is not defined would have to be
#endif

/// For headers, of what a library's source has done or is about to do.
[[gnu::always_inline]] inline void acquires(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_acquire(const_cast<void*>(address));
    }
}
[[gnu::always_inline]] inline void releases(const void* address) noexcept {
    if constexpr (sees_this_file) {
        __tsan_release(const_cast<void*>(address));
    }
}

/// For a library's sources. After the operation that acquires,
[[gnu::always_inline]] inline void library_acquires(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_acquire != nullptr) [[unlikely]] {
            __tsan_acquire(const_cast<void*>(address));
        }
    }
}
/// and before the one that releases.
[[gnu::always_inline]] inline void library_releases(const void* address) noexcept {
    if constexpr (may_be_there && !sees_this_file) {
        if (__tsan_release != nullptr) [[unlikely]] {
            __tsan_release(const_cast<void*>(address));
        }
    }
}

} // namespace tollgate::sleep::race_detector
