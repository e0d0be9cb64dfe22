// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::fiber_test {

inline constexpr std::size_t small_stack = 65'536; ///< bytes

} // namespace tollgate::fiber_test
