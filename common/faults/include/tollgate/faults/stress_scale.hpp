// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tollgate/faults/sanitized.hpp>

namespace tollgate::faults {

/// A thread sanitizer makes everything several times slower and looks at orders that never
/// happened: it needs fewer repetitions.
inline constexpr int stress_divisor = is_thread_sanitized ? 5 : 1;

} // namespace tollgate::faults
