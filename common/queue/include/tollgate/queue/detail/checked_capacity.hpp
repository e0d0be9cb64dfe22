// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace tollgate::queue::detail {

/// Returns `capacity`, if a queue can have this capacity. Throws std::invalid_argument if
/// `capacity` is 0 or too large.
[[nodiscard]] std::size_t checked_capacity(std::size_t capacity);

} // namespace tollgate::queue::detail
