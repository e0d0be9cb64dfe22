// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::testing {

// With a sanitizer, a check is several times slower and needs more memory. Checks use these
// constants to do less work.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool is_thread_sanitized = true;
inline constexpr bool is_sanitized = true;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_thread_sanitized = false;
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_thread_sanitized = __has_feature(thread_sanitizer);
inline constexpr bool is_sanitized = is_thread_sanitized || __has_feature(address_sanitizer);
#else
/// Whether ThreadSanitizer checks this build.
inline constexpr bool is_thread_sanitized = false;
/// Whether any sanitizer checks this build.
inline constexpr bool is_sanitized = false;
#endif

} // namespace tollgate::testing
