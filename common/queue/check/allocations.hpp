// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <atomic>

namespace tollgate::queue {

/// The number of allocations. unbounded_check.cpp counts them, except with a sanitizer.
inline std::atomic<unsigned> allocations{0};

} // namespace tollgate::queue
