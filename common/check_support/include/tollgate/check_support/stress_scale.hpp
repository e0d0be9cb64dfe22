// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace tollgate::check_support {

/// A thread sanitizer makes everything several times slower and looks at orders that never
/// happened: it needs fewer repetitions.
#if defined(__SANITIZE_THREAD__)
inline constexpr int stress_divisor = 5;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
inline constexpr int stress_divisor = 5;
#else
inline constexpr int stress_divisor = 1;
#endif
#else
inline constexpr int stress_divisor = 1;
#endif

} // namespace tollgate::check_support
