// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::cancel {

/// A sanitizer makes memory and time several times dearer: it gets smaller numbers.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif
#else
inline constexpr bool is_sanitized = false;
#endif

} // namespace tollgate::cancel
