// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::liveness {

#if defined(__SANITIZE_THREAD__)
inline constexpr bool is_thread_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr bool is_thread_sanitized = true;
#else
inline constexpr bool is_thread_sanitized = false;
#endif
#else
inline constexpr bool is_thread_sanitized = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = is_thread_sanitized;
#endif
#else
inline constexpr bool is_sanitized = is_thread_sanitized;
#endif

} // namespace tollgate::liveness
